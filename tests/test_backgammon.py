"""Backgammon against OpenSpiel, a brute force over single steps, and facts that every player knows."""

import functools
import itertools
import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import analyze, check, load, solve
from kibitz.board import Board
from kibitz.errors import MoveError, PositionError
from kibitz.rules import CHANCE

GAME = load("backgammon")
RULES = GAME.rules
OFF, BAR = 0, 25
SPIEL_BAR = 100
ROLLS = [10 * one + other for one in range(1, 7) for other in range(1, one + 1)]


def side_text(places):
    """A player's checkers, given as a count for each place from off to the bar, as `read` takes them."""
    return " ".join(f"{'bar' if place == BAR else place}:{n}" for place, n in enumerate(places) if place and n)


def position(white, black, turn):
    return GAME.read(f"{side_text(white)} / {side_text(black)} / {turn}")


def lists(p):
    """Both players' checkers as counts by place, from the text of a position."""
    sides = []
    for part in GAME.write(p).split(" / ")[:2]:
        counts = Counter()
        for word in part.split():
            name, number = word.split(":")
            counts[{"off": OFF, "bar": BAR}.get(name) if name in ("off", "bar") else int(name)] += int(number)
        sides.append(tuple(counts[place] for place in range(26)))
    return tuple(sides)


def can_step(mine, theirs, place, die):
    if not mine[place] or mine[BAR] and place != BAR:
        return False
    end = place - die
    if end >= 1:
        return theirs[25 - end] <= 1
    return not any(mine[7:]) and (end == 0 or not any(mine[place + 1 :]))


def stepped(mine, theirs, place, die):
    mine, theirs, end = list(mine), list(theirs), max(place - die, OFF)
    mine[place] -= 1
    mine[end] += 1
    if end and theirs[25 - end]:
        theirs[25 - end] -= 1
        theirs[BAR] += 1
    return tuple(mine), tuple(theirs)


def sequences(mine, theirs, dice):
    """Every way to use up the dice in this order, as the dice used and the position, stopping where none fits."""
    ends = set()
    for place in range(1, 26) if dice else ():
        if can_step(mine, theirs, place, dice[0]):
            after = stepped(mine, theirs, place, dice[0])
            ends |= {((dice[0], *used), end) for used, end in sequences(*after, dice[1:])}
    return ends or {((), (mine, theirs))}


def brute_force(mine, theirs, roll):
    """The positions that a roll can lead to: the longest sequences; of single dice, the larger one."""
    dice = divmod(roll, 10)
    orders = {dice * 2} if roll % 11 == 0 else set(itertools.permutations(dice))
    found = set().union(*(sequences(mine, theirs, order) for order in orders))
    longest = max(len(used) for used, _ in found)
    found = {(used, end) for used, end in found if len(used) == longest}
    largest = max(max(used, default=0) for used, _ in found)
    return {end for used, end in found if largest in (0, *used) or longest > 1}


def reached(p):
    """The positions after each move, from the mover's side; every move reaches another one."""
    ends = [lists(RULES.play(p, move))[:: 1 if p.player == 0 else -1] for move in RULES.moves(p)]
    assert len(set(ends)) == len(ends)
    return set(ends)


def random_side(choose, checkers, free):
    """Put checkers on these places at random, often several on one."""
    counts = [0] * 26
    for place in choose.choices(choose.sample(free, min(len(free), choose.randint(1, 9))), k=checkers):
        counts[place] += 1
    return tuple(counts)


def random_position(choose):
    """A position that may never arise in play: many checkers on the bar, off, or in each other's way."""
    white = random_side(choose, choose.randint(1, 15), choose.choice([range(1, 26), range(1, 7), range(12, 26)]))
    free = [place for place in range(1, 26) if place == BAR or not white[25 - place]]
    black = random_side(choose, choose.randint(1, 15), free)
    return position(white, black, f"{choose.choice(['white', 'black'])} {choose.choice(ROLLS)}")


def test_plays_equal_a_brute_force_over_single_steps():
    choose = random.Random(1)
    passes = 0
    for _ in range(1500):
        p = random_position(choose)
        white, black = lists(p)
        mine, theirs = (white, black) if p.player == 0 else (black, white)
        assert reached(p) == brute_force(mine, theirs, p.roll), GAME.write(p)
        passes += list(RULES.moves(p)) == [0]
    assert passes > 10


def test_plays_of_doubles_in_random_games_equal_the_brute_force():
    choose = random.Random(2)
    doubles = 0
    state = GAME.begin()
    while doubles < 60:
        p = state.position
        if p.roll and p.roll % 11 == 0:
            white, black = lists(p)
            mine, theirs = (white, black) if p.player == 0 else (black, white)
            assert reached(p) == brute_force(mine, theirs, p.roll), GAME.write(p)
            doubles += 1
        state = GAME.begin() if state.over else state.play(choose.choice(state.moves()))


def spiel_lists(state):
    """OpenSpiel's board as counts by place, for both players."""
    sides = []
    for player in (0, 1):
        counts = [0] * 26
        for point in range(24):
            counts[24 - point if player == 0 else point + 1] = state.board(player, point)
        counts[BAR] = state.board(player, SPIEL_BAR)
        counts[OFF] = 15 - sum(counts)
        sides.append(tuple(counts))
    return tuple(sides)


def compare_with_spiel(positions):
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game("backgammon")
    choose = random.Random(3)
    compared = 0
    state = spiel.new_initial_state()
    while compared < positions:
        if state.is_terminal():
            state = spiel.new_initial_state()
        if not state.is_chance_node():
            one, other = sorted(re.search(r"Dice: (\d)(\d)", str(state)).groups(), reverse=True)
            if one != other:
                mover = state.current_player()
                white, black = spiel_lists(state)
                p = position(white, black, f"{('white', 'black')[mover]} {one}{other}")
                expected = {spiel_lists(state.child(action))[:: 1 - 2 * mover] for action in state.legal_actions()}
                assert reached(p) == expected, f"{GAME.write(p)}\n{state}"
                compared += 1
        state.apply_action(choose.choice(state.legal_actions()))


def test_plays_of_two_different_dice_equal_openspiels():
    compare_with_spiel(400)


@pytest.mark.slow
def test_plays_of_two_different_dice_equal_openspiels_on_ten_thousand_positions():
    compare_with_spiel(10_000)


# What every player knows


def test_each_opening_roll_has_as_many_plays_as_the_brute_force_finds():
    side = lists(GAME.start())[0]
    for roll in ROLLS:
        p = GAME.read(f"24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5 / white {roll}")
        assert len(list(RULES.moves(p))) == len(brute_force(side, side, roll))
    assert [len(GAME.begin(roll).moves()) for roll in ("21", "31", "42", "65")] == [15, 16, 18, 7]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bar:1 6:2 / 6:2 5:2 4:2 3:2 2:2 1:2 / white 65", "pass"),  # closed out
        ("bar:2 6:2 / 6:2 4:2 / white 53", "bar/22,bar/20"),
        ("bar:2 6:2 / 6:2 1:2 / white 41", "bar/21"),  # one of the two cannot enter
        ("20:1 / 12:2 / white 61", "20/14"),  # either die can be played, but not both: the larger one
        ("20:1 / 12:2 11:2 / white 61", "20/19"),  # the larger one cannot
        ("24:1 / 7:1 6:1 / white 65", "24/18*/13 24/19*/13"),  # the same point, another checker hit
        ("24:1 / 7:1 / white 65", "24/13 24/18*/13"),
        ("24:2 / 5:1 / white 22", "24/20*(2) 24/20*/16 24/20*/18,24/22"),
        ("6:1 / 24:1 / white 66", "6/off"),  # nothing is left to move
        ("6:1 4:2 / 24:1 / white 52", "6/1*,4/2 6/off"),
        ("4:2 2:1 / 24:1 / white 65", "4/off(2)"),  # from the highest point with a larger die
        ("5:1 3:1 / 24:1 / white 41", "5/1*,3/2 5/1*/off 5/off"),
        ("7:1 3:1 / 2:1 / white 31", "7/3 7/4,3/2 7/6,3/off"),  # nobody bears off before all are home
    ],
)
def test_plays_by_name(text, expected):
    p = GAME.read(text)
    assert sorted(GAME.move_name(p, move) for move in GAME.moves(p)) == expected.split()


@pytest.mark.parametrize(
    ("loser", "worth"),
    [
        ("off:1 bar:14", 1),  # one checker off is enough
        ("7:15", 2),
        ("18:1 6:14", 2),
        ("19:1 6:14", 3),  # in the winner's home
        ("bar:1 6:14", 3),
    ],
)
def test_gammons_and_backgammons_count(loser, worth):
    for text, winner in ((f"off:15 / {loser} / black", 0), (f"{loser} / off:15 / white", 1)):
        p = GAME.read(text)
        assert GAME.moves(p) == []
        assert [GAME.utility(p, player) for player in (winner, 1 - winner)] == [worth, -worth]
        assert RULES.bounds(p, winner) == (worth, worth)


def test_the_opening_roll_says_who_begins():
    outcomes = GAME.chances(GAME.start())
    assert len(outcomes) == 30
    assert all(odds == pytest.approx(1 / 30) for _, odds in outcomes)
    assert [GAME.begin(name).turn for name in ("31", "13")] == [0, 1]
    assert GAME.begin("13").text.endswith("/ black 31")
    with pytest.raises(MoveError, match="never a double"):
        GAME.begin("33")


def test_later_rolls_have_the_chances_of_two_dice():
    state = GAME.begin("31 8/5,6/5")
    assert state.turn == CHANCE
    outcomes = dict(GAME.chances(state.position))
    assert sorted(outcomes) == sorted(ROLLS)
    assert all(odds == (1 if roll % 11 == 0 else 2) / 36 for roll, odds in outcomes.items())
    assert state.play("13").position.roll == 31
    for wrong in ("70", "3", "1,2"):
        with pytest.raises(MoveError, match="a roll is two digits from 1 to 6"):
            GAME.begin("31 8/5,6/5").play(wrong)


def test_the_last_checkers_of_a_race_are_worth_what_a_hand_calculation_says():
    # From 6 and 5, both checkers go off with 65, 66, 55, 44 and 33: 6 of 36 rolls. Otherwise black's last one does.
    result = analyze("backgammon", position="6:1 5:1 / 1:1 / white", algorithm="expectiminimax", depth=2, player=0)
    assert result.score == pytest.approx(2 * 6 / 36 - 1)


# Text


@settings(max_examples=60, deadline=None)
@given(st.integers())
def test_positions_and_plays_can_be_read_back(seed):
    p = random_position(random.Random(seed))
    assert GAME.read(GAME.write(p)) == p
    names = {GAME.move_name(p, move): move for move in RULES.moves(p)}
    assert len(names) == len(list(RULES.moves(p)))
    for name, move in names.items():
        assert RULES.read_move(p, name) == move
        assert RULES.read_move(p, " ".join(reversed(name.upper().split(",")))) == move


@pytest.mark.parametrize(
    ("text", "typed", "name"),
    [
        ("24:1 / 13:2 / white 65", "24/18/13", "24/13"),
        ("24:1 / 13:2 / white 65", "24/19/13", "24/13"),
        ("24:1 / 13:2 / white 65", "24/19 19/13", "24/13"),
        ("24:1 / 7:1 / white 65", "24/18/13", "24/18*/13"),
        ("24:1 / 7:1 / white 65", "24/19/13", "24/13"),
        ("24:1 / 7:1 6:2 / white 65", "24/13", "24/18*/13"),  # the only way
        ("8:3 6:2 / 24:2 / white 31", "6/5 8/5", "8/5,6/5"),
        ("8:3 6:2 / 24:2 / white 33", "8/5 8/5 6/3 6/3", "8/5(2),6/3(2)"),
        ("bar:1 6:2 / 3:1 / white 31", "6/5, bar/22", "bar/22*,6/5"),
    ],
)
def test_a_play_can_be_typed_in_several_ways(text, typed, name):
    p = GAME.read(text)
    assert GAME.move_name(p, GAME.read_move(p, typed)) == name


@pytest.mark.parametrize(
    ("text", "typed", "message"),
    [
        ("24:1 / 7:1 6:1 / white 65", "24/13", r"could be 24/1[89]\*/13 or 24/1[89]\*/13"),
        ("24:1 / 7:1 / white 65", "24/14", "is not a play of 65; the plays are 24/18\\*/13 24/13"),
        ("24:1 / 7:1 / white 65", "24-13", "expected a play such as"),
        ("24:1 / 7:1 / white 65", "24/19*/13", "no blot to hit on 19"),
    ],
)
def test_a_play_that_is_wrong_is_explained(text, typed, message):
    with pytest.raises(MoveError, match=message):
        GAME.read_move(GAME.read(text), typed)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("24:2 / 24:2", "expected white's checkers, black's and the turn"),
        ("24:2 / 1:2 / white", "both players have checkers on white's point 24"),
        ("24:16 / 2:2 / white", "white has more than 15 checkers"),
        ("24:2 / 26:2 / white", "expected a point from 1 to 24"),
        ("24:2 / 2:2 / red", "expected the turn"),
        ("24:2 / 2:2 / white 71", "a roll is two digits"),
        ("off:15 / off:15 / white", "both players have borne off all checkers"),
    ],
)
def test_a_position_that_is_wrong_is_explained(text, message):
    with pytest.raises(PositionError, match=message):
        GAME.read(text)


def test_the_board_in_a_terminal():
    assert GAME.show(GAME.read("bar:1 24:1 6:7 / 8:2 6:3 / white 52")) == BOARD


BOARD = """\
┌13─14─15─16─17─18─┬───┬19─20─21─22─23─24─┐
│ ·  ·  ·  ·  X  · │ O │ X  ·  ·  ·  ·  O │  X black: 34 pips, 10 off
│             X    │   │ X                │
│                  │   │ X                │
│                  │   │                  │
│                  │   │                  │
│                  │   │                  │  O rolled [5] [2]
│                  │   │ 7                │
│                  │   │ O                │
│                  │   │ O                │
│                  │   │ O                │
│ ·  ·  ·  ·  ·  · │   │ O  ·  ·  ·  ·  · │  O white: 91 pips, 6 off
└12─11─10──9──8──7─┴───┴─6──5──4──3──2──1─┘"""


def test_the_board_in_the_browser():
    choose = random.Random(4)
    for _ in range(40):
        p = random_position(choose)
        board = GAME.board(p)
        assert isinstance(board, Board)
        board.check()
        assert board.moves.keys() == set(RULES.moves(p))
        for move, cells in board.moves.items():
            steps = GAME.move_name(p, move) != "pass"
            assert len(cells) in ((2, 4, 6, 8) if steps else (0,))
        drawn = Counter(piece.cell for piece in board.pieces)
        for side, who, numbers in zip(lists(p), ("white", "black"), (range(1, 25), range(24, 0, -1)), strict=True):
            cells = [f"{who} off", *map(str, numbers), f"{who} bar"]
            assert [drawn[cell] for cell, count in zip(cells, side, strict=True) if count] == [
                min(count, 5) for count in side if count
            ]
    assert GAME.board(GAME.start()).moves == {}


# Evaluation, bounds and stages


def random_game(game, choose):
    state = game.begin()
    while not state.over:
        if state.turn == CHANCE:
            state.draw(choose)
        else:
            state.play(choose.choice(state.moves()))
    return state


@pytest.mark.parametrize("variant", ["standard", "hypergammon", "race"])
def test_bounds_hold_and_stages_never_decrease_along_a_game(variant):
    game = load("backgammon", variant=variant, evaluation="hand")
    choose = random.Random(5)
    for _ in range(4 if variant == "standard" else 25):
        state = random_game(game, choose)
        stages = [game.rules.stage(p) for p in state.positions]
        assert stages == sorted(stages)
        for player in (0, 1):
            for p in state.positions:
                low, high = game.rules.bounds(p, player)
                assert low <= game.utility(state.position, player) <= high
                assert low <= game.rules.evaluate(p, player) <= high
                assert game.rules.evaluate(p, 0) == -game.rules.evaluate(p, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5 / white", (-3, 3)),
        ("24:2 13:5 8:3 6:4 / 24:2 13:5 8:3 6:5 / white", (-1, 3)),  # white has a checker off
        ("6:15 / 6:15 / white", (-2, 2)),  # no backgammon once the players have passed each other
        ("6:14 / 6:14 / white", (-1, 1)),
    ],
)
def test_bounds(text, expected):
    assert RULES.bounds(GAME.read(text), 0) == expected


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("8:2 6:4 5:2 13:5 24:2 / 24:2 13:5 8:3 6:5 / black", "8:3 6:5 13:4 24:2 9:1 / 24:2 13:5 8:3 6:5 / black"),
        ("6:5 5:5 4:5 / 6:5 5:5 4:5 / white", "6:5 5:5 4:5 / 6:5 5:5 4:5 / black"),  # on roll
        ("6:2 5:2 4:2 3:2 2:2 1:2 8:3 / bar:1 6:14 / black", "6:2 5:2 4:2 3:2 2:2 8:5 / bar:1 6:14 / black"),
        ("20:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5 / black", "22:1 18:1 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5 / black"),
    ],
)
def test_the_evaluation_prefers_what_players_prefer(better, worse):
    assert RULES.evaluate(GAME.read(better), 0) > RULES.evaluate(GAME.read(worse), 0)


@pytest.mark.parametrize(("roll", "name"), [("31", "8/5,6/5"), ("42", "8/4,6/4"), ("61", "13/7,8/7"), ("65", "24/13")])
def test_the_best_known_openings_are_found(roll, name):
    assert analyze("backgammon", moves=roll, algorithm="expectiminimax", depth=1).names.move == name


# Speeds and variants


def test_compiled_rules_agree_with_plain_ones():
    for moves in ("31", "64 24/14 66", "21 13/11,6/5 44"):
        found = [
            analyze("backgammon", moves=moves, algorithm="expectiminimax", depth=1, lines=20, compiled=compiled)
            for compiled in (True, False)
        ]
        assert found[0].lines == found[1].lines
        assert found[0].nodes == found[1].nodes


@pytest.mark.parametrize("variant", ["hypergammon", "race"])
def test_no_promise_is_broken(variant):
    report = check(f"backgammon:variant={variant}", games=8, seconds=4)
    assert (report.findings, report.compiled) == ([], True)


def test_an_unknown_variant_is_refused():
    with pytest.raises(Exception, match="variant must be one of standard, hypergammon, race, got 'nackgammon'"):
        load("backgammon:variant=nackgammon")


# The short race, solved exactly


@functools.cache
def race_ends(side, roll):
    """The checkers after each play of a roll when nobody is in the way."""
    return {mine for mine, _ in brute_force(side, (0,) * 26, roll)}


@functools.cache
def race_value(mine, theirs):
    """The points that the player on roll can expect under best play in a race of three checkers."""
    total = 0
    for roll in ROLLS:
        ends = race_ends(mine, roll)
        won = 1 if theirs[OFF] else 2
        best = max(won if end[OFF] == 3 else -race_value(theirs, end) for end in ends)
        total += best * (1 if roll % 11 == 0 else 2) / 36
    return total


def test_a_search_to_the_end_finds_the_value_of_the_race():
    game = load("backgammon:variant=race")
    side = (1, 1, 0, 0, 0, 1, *(0,) * 20)
    p = game.read(f"{side_text(side)} / {side_text(side)} / white")
    result = analyze(game, position=p, algorithm="expectiminimax", depth=4, player=0)
    assert result.score == pytest.approx(race_value(side, side), abs=1e-12)


def test_solve_finds_the_value_of_the_race():
    game = load("backgammon:variant=race")
    start = (0, 0, 0, 0, 1, 1, 1, *(0,) * 19)
    after = game.read(f"{side_text(start)} / {side_text(start)} / white")
    result = solve(game, position=after)
    assert result.score == pytest.approx(race_value(start, start), abs=1e-9)
