"""Yahtzee: its rules by example, its value against an independent oracle, and the known optimum of the whole game."""

import itertools
import random
import resource
from functools import cache

import numpy as np
import pytest

from kibitz import MoveError, OptionError, PositionError, analyze, load, solve
from kibitz.games.yahtzee import BOXES, FULL, HANDS, NUMBER, SCORE
from kibitz.rules import CHANCE

GAME = load("yahtzee")

# An oracle that shares nothing with the rules: hands are counts of faces, a roll is one die after the other.
COUNTS = [c for c in itertools.product(range(6), repeat=6) if sum(c) <= 5]
PLACE = {counts: place for place, counts in enumerate(COUNTS)}
SIZES = np.array([sum(counts) for counts in COUNTS])


def one_more(counts, face):
    return PLACE[tuple(count + (i == face) for i, count in enumerate(counts))]


def of_size(size):
    return np.flatnonzero(size == SIZES)


WHOLE = of_size(5)


MORE = [np.array([[one_more(COUNTS[place], face) for face in range(6)] for place in of_size(n)]) for n in range(5)]
PARTS = [[PLACE[part] for part in itertools.product(*(range(count + 1) for count in COUNTS[hand]))] for hand in WHOLE]
MOST_PARTS = max(map(len, PARTS))
PARTS = np.array([parts + parts[:1] * (MOST_PARTS - len(parts)) for parts in PARTS])
FIVES = np.array([COUNTS[hand] for hand in WHOLE])  # 252 × 6
SAME = FIVES.max(axis=1) == 5
FACE = FIVES.argmax(axis=1)
PIPS = FIVES @ np.arange(1, 7)


def is_run(length):
    return np.array([any((row[i : i + length] > 0).all() for i in range(7 - length)) for row in FIVES])


LOWER = {
    "three-of-a-kind": np.where(FIVES.max(axis=1) >= 3, PIPS, 0),
    "four-of-a-kind": np.where(FIVES.max(axis=1) >= 4, PIPS, 0),
    "full-house": 25 * (np.sort(FIVES)[:, -2:] == (2, 3)).all(axis=1),
    "small-straight": 30 * is_run(4),
    "large-straight": 40 * is_run(5),
    "yahtzee": 50 * SAME,
    "chance": PIPS,
}
JOKER = {"full-house": 25, "small-straight": 30, "large-straight": 40}


def rolled(worth):
    """Return what every hand to keep is worth if the dice that complete it are worth this."""
    values = np.zeros(len(COUNTS))
    values[WHOLE] = worth
    for size in range(4, -1, -1):
        values[of_size(size)] = values[MORE[size]].mean(axis=1)
    return values


@cache
def oracle(left, upper=0, again=False, has_yahtzee=True):
    """Return the expected points to come with these boxes open."""
    if not left:
        return 0.0
    extra = SAME & (has_yahtzee and "yahtzee" not in left)
    best = np.full(len(WHOLE), -1.0)
    for box in left:
        rest = left - {box}
        if box in BOXES[:6]:
            face = BOXES.index(box)
            totals = [min(63, upper + (face + 1) * count) for count in range(6)]
            after = [oracle(rest, total, again, has_yahtzee) + 35 * (total == 63 > upper) for total in totals]
            points = (face + 1) * FIVES[:, face] + np.array(after)[FIVES[:, face]]
        elif box == "yahtzee":
            hit, miss = (oracle(rest, upper, flag, has_yahtzee) for flag in (True, False))
            points = np.where(SAME, 50 + hit, miss)
        else:
            taken = np.array([name not in left for name in BOXES[:6]])[FACE]
            scored = np.where(extra & taken, JOKER.get(box, LOWER[box]), LOWER[box])
            points = scored + oracle(rest, upper, again, has_yahtzee)
        best = np.maximum(best, points + 100 * (extra & again))
    for _ in range(2):
        best = rolled(best)[PARTS].max(axis=1)
    return float(rolled(best)[PLACE[0, 0, 0, 0, 0, 0]])


@pytest.mark.parametrize(
    "boxes",
    ["upper", "yahtzee+chance", "sixes+yahtzee+full-house+small-straight", "ones+yahtzee+large-straight+chance",
     "three-of-a-kind+four-of-a-kind+fives+yahtzee"],
)  # fmt: skip
def test_some_boxes_are_worth_what_the_oracle_says(boxes):
    left = frozenset(BOXES[:6] if boxes == "upper" else boxes.split("+"))
    found = solve(load("yahtzee", categories=boxes))
    assert found.score == pytest.approx(oracle(left, has_yahtzee="yahtzee" in left), abs=1e-9)
    assert (found.proven, found.bounds) == ("exact", None)


def test_a_late_position_of_the_whole_game():
    text = ("- 3 ones=3 twos=6 threes=9 fours=12 fives=15 three-of-a-kind=20 four-of-a-kind=0 full-house=25 "
            "small-straight=30 yahtzee=50 bonus=100")  # fmt: skip
    p = GAME.read(text)
    assert (p.points, p.upper, p.bonus) == (270, 45, 1)
    expected = oracle(frozenset({"sixes", "large-straight", "chance"}), 45, True)
    assert solve(GAME, position=text).score == pytest.approx(270 + expected, abs=1e-9)


def test_the_best_keep():
    found = solve(load("yahtzee:categories=yahtzee"), moves="33345")
    assert found.names.move == "keep-333"
    odds = 1 / 36 + 10 / 36 / 6 + 25 / 36 / 36  # both dice at once, one and then the other, none and then both
    assert found.score == pytest.approx(50 * odds)
    assert solve(load("yahtzee:categories=large-straight"), moves="23455").names.move == "keep-2345"


@pytest.mark.slow
def test_the_known_optimum():
    """254.5896: Verhoeff 1999, Woodward 2003."""
    found = solve(GAME, compiled=True)
    assert found.score == pytest.approx(254.5896, abs=5e-5)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{found.nodes:,} positions in {found.seconds / 60:.1f} minutes; at most {megabytes:.0f} MB of memory")


def scored(dice, box, position="- 3"):
    """Return what dice score in a box."""
    hand = "".join(sorted(dice))
    state = GAME.begin(position=f"{hand} 0 {position.removeprefix('- 3')}".strip())
    before = state.position.points
    return state.play(box).position.points - before


@pytest.mark.parametrize(("dice", "box", "points"), [
    ("11123", "ones", 3), ("11123", "sixes", 0), ("44562", "fours", 8), ("33345", "three-of-a-kind", 18),
    ("33445", "three-of-a-kind", 0), ("33334", "four-of-a-kind", 16), ("33345", "four-of-a-kind", 0),
    ("33344", "full-house", 25), ("33334", "full-house", 0), ("33333", "full-house", 0), ("12346", "small-straight", 30),
    ("23345", "small-straight", 30), ("12456", "small-straight", 0), ("23456", "large-straight", 40),
    ("12346", "large-straight", 0), ("66666", "yahtzee", 50), ("66665", "yahtzee", 0), ("66665", "chance", 29),
])  # fmt: skip
def test_scores(dice, box, points):
    assert scored(dice, box) == points


def test_bonuses_and_jokers():
    assert scored("66666", "sixes", "- 3 fives=20 fours=12 threes=9 twos=6 ones=3") == 30 + 35
    assert scored("66663", "sixes", "- 3 fives=20 fours=12 threes=0 twos=6 ones=1") == 24 + 35
    assert scored("66633", "sixes", "- 3 fives=20 fours=12 threes=0 twos=6 ones=1") == 18
    assert scored("44444", "fours", "- 3 yahtzee=50") == 120
    assert scored("44444", "fours", "- 3 yahtzee=0") == 20
    assert scored("44444", "full-house", "- 3 yahtzee=50") == 100, "no joker while the upper box is open"
    assert scored("44444", "full-house", "- 3 yahtzee=50 fours=12") == 125
    assert scored("44444", "large-straight", "- 3 yahtzee=0 fours=12") == 40
    assert scored("44444", "large-straight", "- 3 fours=12") == 0, "the yahtzee box is open"


def test_forced_jokers():
    forced = load("yahtzee", forced=True)

    def boxes(position):
        return [forced.move_name(p, move) for p in [forced.read(position)] for move in forced.moves(p)]

    assert boxes("44444 0 yahtzee=50") == ["fours"]
    assert boxes("44444 0 yahtzee=0 fours=8") == [box for box in BOXES[6:] if box != "yahtzee"]
    lower = " ".join(f"{box}=0" for box in BOXES[6:12]) + " chance=12"
    assert boxes(f"44444 0 {lower} fours=8") == ["ones", "twos", "threes", "fives", "sixes"]
    assert len(boxes("44444 1 yahtzee=50")) == 1 + 5, "rolling again is always possible"
    assert len(boxes("44444 0 fours=8")) == 12


def test_moves_and_chances():
    p = GAME.start()
    assert GAME.turn(p) == CHANCE
    assert len(HANDS) == 462
    outcomes = dict(GAME.chances(p))
    assert len(outcomes) == 252 == len(HANDS) - FULL
    assert outcomes[NUMBER[1, 2, 3, 4, 5]] == pytest.approx(120 / 6**5)
    assert outcomes[NUMBER[2, 2, 2, 2, 2]] == pytest.approx(1 / 6**5)
    for hand in HANDS[:FULL]:
        assert sum(odds for _, odds in GAME.chances(p._replace(hand=NUMBER[hand]))) == pytest.approx(1, abs=1e-12)
    p = GAME.play(p, "12345")
    assert len(GAME.moves(p)) == 13 + 31
    q = GAME.play(GAME.begin("33345").position, "keep-333")
    assert dict(GAME.chances(q))[NUMBER[3, 3, 3, 3, 6]] == pytest.approx(2 / 36)
    assert GAME.move_name(q, NUMBER[3, 3, 3, 3, 6]) == "36"


def test_text():
    choose = random.Random(1)
    for categories in ("all", "upper", "ones+yahtzee+chance"):
        game = load("yahtzee", categories=categories)
        for _ in range(3):
            state = game.begin()
            while not state.over:
                p = state.position
                assert game.read(game.write(p)) == p
                assert str(p.points) in game.show(p)
                move = choose.choice(state.moves())
                assert game.read_move(p, game.move_name(p, move)) == move
                state.play(move)
            assert game.read(state.text) == state.position
    p = GAME.begin("33456").position
    assert GAME.read_move(p, "keep 3 3") == GAME.read_move(p, "33") == NUMBER[3, 3]
    assert GAME.read_move(p, "Full House") == SCORE + 8
    assert GAME.read_move(p, "keep-none") == 0
    for wrong in ("keep-11", "house", "keep-9", "", "333"):
        with pytest.raises(MoveError):
            GAME.read_move(p, wrong)


@pytest.mark.parametrize("text", [
    "", "33456", "33457 2", "334567 2", "33456 3", "334 0", "334 3", "- 0", "33456 2 ones=7", "33456 2 ones", "- 3 house=25",
    "33456 2 ones=3 ones=3", "33456 2 bonus=100", "33456 2 yahtzee=50 bonus=100", "- 3 yahtzee=50 ones=5 bonus=150",
    "33456 2 chance=9 " + " ".join(f"{box}=0" for box in BOXES[:12]),
])  # fmt: skip
def test_bad_positions(text):
    with pytest.raises(PositionError):
        GAME.read(text)


def test_bad_categories():
    with pytest.raises(OptionError, match="got 'sevens'; the boxes are ones, twos"):
        load("yahtzee", categories="ones+sevens")


def test_board():
    state, choose = GAME.begin(), random.Random(2)
    while not state.over:
        board = state.board
        board.check()
        assert set(board.moves) == (set(state.moves()) if state.turn == 0 else set())
        assert len(set(board.moves.values())) == len(board.moves)
        state.play(choose.choice(state.moves()))
    state.board.check()


def test_the_evaluation_is_a_good_guess():
    """One ply with it, whole games: well above what random play gets, 45 or so."""
    choose = random.Random(5)
    total = 0
    for _ in range(10):
        state = GAME.begin()
        while not state.over:
            if state.turn == CHANCE:
                state.draw(choose)
            else:
                state.play(analyze(state, "expectiminimax", depth=1).move)
        low, high = GAME.rules.bounds(GAME.start(), 0)
        assert low <= state.position.points <= high
        total += state.position.points
    assert total / 10 > 200
