"""Chinese checkers against a board drawn as text, and its special rules one by one."""

import random

import pytest

import kibitz
from kibitz import analyze, load, perft
from kibitz.games.chinese_checkers import PASS, STAKE
from kibitz.games.chinese_checkers.star import HOLES, NAMES, NONE, PLACES, POINT_OF, holes_in, holes_of

# The star again: the digit of a hole is its point. A hole is (column, row) of this drawing.
STAR = """\
            3
           3 3
          3 3 3
         3 3 3 3
2 2 2 2 . . . . . 4 4 4 4
 2 2 2 . . . . . . 4 4 4
  2 2 . . . . . . . 4 4
   2 . . . . . . . . 4
    . . . . . . . . .
   1 . . . . . . . . 5
  1 1 . . . . . . . 5 5
 1 1 1 . . . . . . 5 5 5
1 1 1 1 . . . . . 5 5 5 5
         0 0 0 0
          0 0 0
           0 0
            0"""
MARKS = {(x, y): mark for y, row in enumerate(STAR.splitlines()) for x, mark in enumerate(row) if mark != " "}
WAYS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
OPPOSITE = {"0": "3", "1": "4", "2": "5", "3": "0", "4": "1", "5": "2"}
POINTS = {2: "03", 3: "024", 4: "0134", 6: "012345"}
LETTERS = {2: "RB", 3: "RGY", 4: "RKBY", 6: "RKGBYW"}
GAMES = {players: load("chinese-checkers", players=players) for players in POINTS}
every_game = pytest.mark.parametrize("players", list(POINTS))


def name_of(at):
    return "abcdefghijklmnopq"[at[1]] + str(1 + sum(y == at[1] and x < at[0] for x, y in MARKS))


AT = {name_of(at): at for at in MARKS}


class Model:
    """The rules again, as plainly as they can be written."""

    def __init__(self, players, limit=100):
        self.players, self.limit, self.ply = players, limit, 0
        self.homes = POINTS[players]
        self.pegs = {at: self.homes.index(mark) for at, mark in MARKS.items() if mark in self.homes}

    def target(self, player):
        return OPPOSITE[self.homes[player]]

    def hops(self, at, others, seen):
        for right, down in WAYS:
            over, end = (at[0] + right, at[1] + down), (at[0] + 2 * right, at[1] + 2 * down)
            if over in others and end in MARKS and end not in others and end not in seen:
                seen.add(end)
                self.hops(end, others, seen)
        return seen

    def legal(self):
        player, found = self.ply % self.players, set()
        for at in [at for at, owner in self.pegs.items() if owner == player]:
            others = {other for other in self.pegs if other != at}
            ends = {(at[0] + right, at[1] + down) for right, down in WAYS} & MARKS.keys() - others
            ends |= self.hops(at, others, set())
            for end in ends - {at}:
                if MARKS[at] == self.target(player):
                    allowed = MARKS[end] == self.target(player)
                else:
                    allowed = MARKS[end] in (".", self.homes[player], self.target(player))
                if allowed:
                    found.add((at, end))
        return {f"{name_of(at)}-{name_of(end)}" for at, end in found} or {"pass"}

    def play(self, name):
        if name != "pass":
            start, end = (AT[hole] for hole in name.split("-"))
            self.pegs[end] = self.pegs.pop(start)
        self.ply += 1

    def winner(self):
        mover = (self.ply - 1) % self.players
        inside = [self.pegs.get(at) for at, mark in MARKS.items() if mark == self.target(mover)]
        return mover if None not in inside and mover in inside else None

    def to_go(self, player):
        (tip,) = (
            at
            for at, mark in MARKS.items()
            if mark == self.target(player) and sum((at[0] + x, at[1] + y) in MARKS for x, y in WAYS) == 2
        )
        across = [(abs(x - tip[0]), abs(y - tip[1])) for (x, y), owner in self.pegs.items() if owner == player]
        return sum(down + max(0, right - down) // 2 for right, down in across)

    def utilities(self):
        """None while the game goes on."""
        winner = self.winner()
        if winner is not None:
            winners = [winner]
        elif self.ply < self.limit * self.players:
            return None
        else:
            left = [self.to_go(player) for player in range(self.players)]
            winners = [player for player in range(self.players) if left[player] == min(left)]
        pot = STAKE * self.players // len(winners)
        return [pot * (player in winners) - STAKE for player in range(self.players)]


def seen(game, p):
    """What a position says, in the model's terms."""
    return {AT[NAMES[hole]]: player for player, own in enumerate(p.pegs) for hole in holes_in(own)}


def text_of(pegs, ply, players):
    """A position as text: for each player the names of ten holes."""
    where = {hole: letter for letter, names in zip(LETTERS[players], pegs, strict=True) for hole in names.split()}
    assert len(where) == 10 * players
    rows = [[where.get(name, ".") for name in AT if name[0] == row] for row in "abcdefghijklmnopq"]
    return f"{'/'.join(map(''.join, rows))} {ply}"


# The star


def test_the_star():
    assert HOLES == len(set(PLACES)) == len(MARKS) == 121
    assert [name_of(at) for at in MARKS] == NAMES
    assert [str(point) if point != NONE else "." for point in POINT_OF] == list(MARKS.values())
    assert [len(holes_of(point)) for point in (NONE, *range(6))] == [61, *[10] * 6]
    for (x, y, z), point in zip(PLACES, POINT_OF, strict=True):
        turned = PLACES.index((-z, -x, -y))  # by a sixth of a turn
        assert POINT_OF[turned] == (NONE if point == NONE else (point - 1) % 6)


@every_game
def test_start(players):
    game, model = GAMES[players], Model(players)
    assert seen(game, game.start()) == model.pegs
    names = dict(zip("RKGBYW", ("red", "black", "green", "blue", "yellow", "white"), strict=True))
    assert game.rules.player_names == tuple(names[letter] for letter in LETTERS[players])
    assert len(game.moves(game.start())) == 14
    assert game.rules.evaluate(game.start(), 0) == 0


# The rules


@every_game
@pytest.mark.parametrize(("limit", "games", "is_random"), [(25, 2, True), (100, 2, False), (8, 6, False)])
def test_rules_against_a_board_of_text(players, limit, games, is_random):
    game = load("chinese-checkers", players=players, limit=limit)
    rules = game.rules
    for seed in range(games):
        choose, p, model = random.Random(seed), rules.start(), Model(players, limit)
        while True:
            assert seen(game, p) == model.pegs
            assert (p.ply, rules.turn(p)) == (model.ply, model.ply % players)
            result = model.utilities()
            assert rules.is_over(p) == (result is not None)
            if result is not None:
                assert [rules.utility(p, player) for player in range(players)] == result
                assert sum(result) == 0
                break
            moves = list(rules.moves(p))
            names = [game.move_name(p, move) for move in moves]
            assert len(names) == len(set(names))
            assert set(names) == model.legal()
            weights = [1 if is_random else rules.policy(p, move) for move in moves]
            (name,) = choose.choices(names, weights)
            p = rules.play(p, game.read_move(p, name))
            model.play(name)


def leaves(model, depth):
    if depth == 0:
        return 1
    if model.utilities() is not None:
        return 0
    if depth == 1:
        return len(model.legal())
    total = 0
    for name in model.legal():
        after = Model(model.players, model.limit)
        after.pegs, after.ply = dict(model.pegs), model.ply
        after.play(name)
        total += leaves(after, depth - 1)
    return total


def test_counts_of_moves():
    for players, total in ((2, 110224), (3, 65072), (4, 38809), (6, 39005)):
        assert perft(GAMES[players], depth=4, compiled=True).leaves == total
        assert perft(GAMES[players], depth=2, compiled=True).leaves == leaves(Model(players), 2)


HOME = "n1 n2 n3 n4 o1 o2 o3 p1 p2 q1"
NORTH = "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4"


def moves_from(game, text, hole):
    p = game.read(text)
    pairs = [game.move_name(p, move).split("-") for move in game.moves(p)]
    return {end for start, end in pairs if start == hole}


def test_hops_in_a_circle_end_and_lead_everywhere_on_the_way():
    """Six pegs around the centre: the peg at i3 hops over i4 to i5, and on to where every other peg stands before."""
    game = GAMES[2]
    ends = moves_from(game, text_of(["i3 h5 h6 i4 i6 j5 j6 q1 p1 p2", NORTH], 0, 2), "i3")
    assert ends == {"i2", "h3", "h4", "j3", "j4", "i5", "g5", "g7", "i7", "k5", "k7"}
    # With pegs between these, too, there are circles: i3 over h4 to g5, over g6 to g7, over h6 to i5, over i4 to i3.
    ends = moves_from(game, text_of(["i3 h4 g6 h6 i4 h5 q1 p1 p2 o1", NORTH], 0, 2), "i3")
    assert "i3" not in ends
    assert {"g5", "g7", "i5"} <= ends


def test_a_move_may_pass_through_a_foreign_point_but_not_end_there():
    game = GAMES[2]
    text = text_of(["k4 k3 j2 n1 n2 n3 n4 o1 o2 o3", NORTH], 0, 2)
    assert MARKS[AT["k2"]] == "1"
    ends = moves_from(game, text, "k4")  # over k3 to k2, and on over j2 to i2
    assert "k2" not in ends
    assert "i2" in ends
    assert "k2" not in moves_from(game, text, "k3")  # nor by a step


def test_a_peg_in_its_target_moves_only_within():
    game = GAMES[2]
    red = "d2 d1 n1 n2 n3 n4 o1 o2 o3 p1"
    blue = "a1 b1 e5 e6 f4 g4 h3 h4 h8 h9"
    ends = moves_from(game, text_of([red, blue], 0, 2), "d2")
    assert ends == {"c1", "c2", "d3"}


def test_a_target_is_filled_by_one_own_peg_and_others_who_stayed_at_home():
    game = GAMES[2]
    stayed = "a1 b1 b2 c1 c2 c3 d1 d2 d3"
    red = "e8 n1 n2 n3 n4 o1 o2 o3 p1 p2"
    state = game.begin("", text_of([red, f"{stayed} i5"], 40, 2)).play("e8-d4")
    assert state.over
    assert state.result == "red wins"
    assert game.utilities(state.position) == [STAKE, -STAKE]


def test_a_target_full_of_the_pegs_of_others_is_not_a_win():
    game = GAMES[2]
    state = game.begin("", text_of([HOME, NORTH], 41, 2))
    assert not state.over


def test_only_the_player_who_has_moved_wins():
    """Blue steps back home and fills it, with a red peg inside: red wins, but after red's next move."""
    game = GAMES[2]
    stayed = "a1 b1 b2 c1 c2 c3 d1 d2"
    red = "d3 n1 n2 n3 n4 o1 o2 o3 p1 p2"
    state = game.begin("", text_of([red, f"{stayed} e8 i5"], 41, 2)).play("e8-d4")
    assert not state.over
    assert state.play("n1-m5").result == "red wins"


def test_a_player_who_cannot_move_passes():
    game = GAMES[3]
    wall = ["m5", "m6", "m7", "m8", "m9", "l4", "l5", "l6", "l7", "l8", "l9"]
    yellow = " ".join([wall[-1], "e10", "e11", "e12", "e13", "f10", "f11", "f12", "g10", "g11"])
    state = game.begin("", text_of([HOME, " ".join(wall[:10]), yellow], 30, 3))
    assert [state.name(move) for move in state.moves()] == ["pass"]
    assert state.board.moves == {PASS: ()}
    assert game.rules.policy(state.position, PASS) > 0
    after = state.position
    assert state.play("pass").position == after._replace(ply=31)
    assert state.turn == 1


@pytest.mark.parametrize(
    ("line", "utilities"),
    [
        ("o1-m7 e4-e5 e10-e9", [2, -1, -1]),  # a hop is two steps
        ("n1-m5 e4-e5 e10-e9", [0, 0, 0]),
        ("o1-m7 e3-g3 e10-e9", [0.5, 0.5, -1]),
    ],
)
def test_the_limit(line, utilities):
    state = load("chinese-checkers", limit=1).begin(line)
    assert state.over
    assert state.game.utilities(state.position) == [STAKE * share for share in utilities]


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("players=5", "players must be 2, 3, 4 or 6, got 5"),
        ("players=7", "players must be 2, 3, 4 or 6, got 7"),
        ("players=1", "players must be 2, 3, 4 or 6, got 1"),
        ("limit=0", "limit must be 1 to 100000 moves for each player, got 0"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, words):
    with pytest.raises(kibitz.OptionError) as error:
        load(f"chinese-checkers:{parameters}")
    assert str(error.value) == f"chinese-checkers: {words}"


# What helps a search


def walk(game, seed, plies):
    """Positions of a game played by the policy."""
    choose, p = random.Random(seed), game.rules.start()
    for _ in range(plies):
        yield p
        if game.rules.is_over(p):
            return
        moves = list(game.rules.moves(p))
        (move,) = choose.choices(moves, [game.rules.policy(p, move) for move in moves])
        p = game.rules.play(p, move)


@every_game
def test_evaluations_sum_to_nothing_and_lie_within_the_bounds(players):
    game = GAMES[players]
    keys = set()
    for p in walk(game, 1, 120):
        scores = [game.rules.evaluate(p, player) for player in range(players)]
        assert sum(scores) == 0
        assert scores.index(max(scores)) == p.costs.index(min(p.costs))
        for player, score in enumerate(scores):
            low, high = game.rules.bounds(p, player)
            assert (low, high) == (-STAKE, (players - 1) * STAKE)
            assert low < score < high
        assert game.read(game.write(p)) == p  # the costs are those of the pegs
        keys.add(game.rules.key(p))
        passed = game.rules.skip(p)
        assert passed in (p, p._replace(ply=p.ply + 1))
    assert len(keys) == 120


def test_moves_forward_come_first():
    game = GAMES[3]
    p = game.begin("o1-m7 e3-g3 e10-e9").position
    ordered = sorted(game.moves(p), key=lambda move: -game.rules.priority(p, move))
    assert game.move_name(p, ordered[0]) == "q1-m5"  # the last peg, by two hops
    gains = [game.rules.priority(p, move) for move in ordered]
    assert gains[0] > 0 > gains[-1]
    chances = {game.move_name(p, move): game.rules.policy(p, move) for move in ordered}
    assert chances["n2-m6"] > 10 * chances["m7-o1"] > 0  # forward, and back home


def test_a_straggler_costs_more_than_a_peg_ahead():
    game = GAMES[2]
    together = "i4 i5 i6 j4 j5 j6 j7 k5 k6 k7"
    straggling = together.replace("k6", "m7").replace("i5", "g6")
    scores = [game.rules.evaluate(game.read(text_of([red, NORTH], 40, 2)), 0) for red in (together, straggling)]
    assert scores[0] > scores[1]


def test_searches_see_a_win():
    game = GAMES[3]
    red = "a1 b1 b2 c1 c2 c3 d1 d2 d3 e8"
    others = [" ".join(NAMES[hole] for hole in holes_of(point)) for point in (2, 4)]
    text = text_of([red, *others], 90, 3)
    result = analyze(game, "max-n", position=text, depth=2, compiled=True)
    assert (result.names.move, result.scores) == ("e8-d4", (2 * STAKE, -STAKE, -STAKE))
    two = analyze(GAMES[2], position=text_of([red, HOME.replace("q1", "i5")], 90, 2), depth=2, compiled=True)
    assert (two.names.move, two.proven, two.distance) == ("e8-d4", "win", 1)


def test_max_n_brings_everyone_home_before_the_limit():
    state = GAMES[3].begin()
    while not state.over:
        state.play(analyze(state, "max-n", depth=1, compiled=True).move)
    assert state.position.ply < 3 * 80
    assert sorted(state.game.utilities(state.position)) == [-STAKE, -STAKE, 2 * STAKE]


# Text and boards


@every_game
def test_every_position_can_be_written_read_and_drawn(players):
    game = GAMES[players]
    for p in list(walk(game, 2, 60))[::6]:
        text = game.write(p)
        assert game.read(text) == p
        for move in game.moves(p):
            name = game.move_name(p, move)
            assert game.read_move(p, name) == game.read_move(p, name.replace("-", " ")) == move
        shown = game.show(p).splitlines()
        assert shown[-1] == f"{100 * players - p.ply} moves left"
        marks = "".join(row[3:] for row in shown[:17])
        assert {letter: marks.count(letter) for letter in LETTERS[players]} == dict.fromkeys(LETTERS[players], 10)
        board = game.board(p)
        board.check()
        assert len(board.cells) == 121
        assert {piece.cell: piece.text for piece in board.pieces} == {
            NAMES[hole]: letter for letter, own in zip(LETTERS[players], p.pegs, strict=True) for hole in holes_in(own)
        }
        assert {piece.tone for piece in board.pieces} == set(board.players)
        assert board.moves == {move: tuple(game.move_name(p, move).split("-")) for move in game.moves(p)}


def test_neighbours_are_one_apart_on_the_board():
    board = GAMES[6].board(GAMES[6].start())
    for cell in board.cells:
        near = {other.name for other in board.cells if 0 < (other.x - cell.x) ** 2 + (other.y - cell.y) ** 2 < 1.01}
        x, y = AT[cell.name]
        assert near == {name_of(at) for at in MARKS if (at[0] - x, at[1] - y) in WAYS}


def test_a_star_in_the_terminal():
    rows = str(GAMES[4].begin("n2-m7")).splitlines()
    assert rows[0] == "a                          bB"
    assert rows[7] == "h         .   .   .   .   .   .   .   .   .  yY"
    assert rows[12] == "m   K   K   K   K   .   .  rR   .   .   .   .   .   ."
    assert rows[13] == "n                    rR   .  rR  rR"


def test_moves_can_be_typed_in_several_ways():
    state = GAMES[3].begin(["O1-M7", "e3g3", "e10 e9"])
    assert state.names == ["o1-m7", "e3-g3", "e10-e9"]
    with pytest.raises(kibitz.MoveError, match="expected two holes, such as .*, got 'z1-z2'"):
        state.play("z1-z2")
    with pytest.raises(kibitz.MoveError, match="not a legal move here"):
        state.play("n1-a1")


START = text_of([HOME, NORTH], 0, 2)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (" 0", "", "expected 17 rows of R, B and . separated by /, and the number of moves played"),
        ("B/", "BB/", "expected 17 rows of R, B and ."),
        ("R 0", "G 0", "nobody plays G; the players are R, B"),
        ("R 0", ". 0", "R has 10 pegs, got 9"),
        (" 0", " 201", "the game ends after 200 moves, got 201"),
    ],
)
def test_bad_positions_are_refused(old, new, words):
    game = GAMES[2]
    assert game.read(START) == game.start()
    with pytest.raises(kibitz.PositionError) as error:
        game.read(START.replace(old, new, 1))
    assert words in str(error.value)


def test_a_peg_in_a_foreign_point_is_refused():
    with pytest.raises(kibitz.PositionError, match="R has a peg in a point that is neither home nor target"):
        GAMES[2].read(text_of([HOME.replace("q1", "e1"), NORTH], 0, 2))


def test_the_rules_keep_their_promises():
    for players in (2, 3):
        assert kibitz.check(load("chinese-checkers", players=players, limit=3), games=2).failures == []
