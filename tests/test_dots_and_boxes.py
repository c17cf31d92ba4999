"""Dots and Boxes against a board of sets, factorials and a table of exact values."""

import math
import random

import numpy as np
import pytest

import kibitz
from kibitz import analyze, load, perft

SIZES = [(4, 4), (5, 5), (3, 2), (2, 3), (1, 1), (1, 5), (20, 1), (4, 6)]
COMPILED = [(4, 4)]  # it takes seconds


def board(columns, rows):
    return load("dots-and-boxes", columns=columns, rows=rows)


def edge(name):
    """An edge is the set of its two dots."""
    return frozenset((ord(dot[0]) - 97, int(dot[1:]) - 1) for dot in name.split("-"))


def sides(column, row):
    """The four edges of a box."""
    corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    return {frozenset((corners[i], corners[i - 1])) for i in range(4)}


def walk(game, seed):
    """A random game: its positions, with the move's name that leads on (None at the end)."""
    choose = random.Random(seed)
    p = game.rules.start()
    while legal := game.moves(p):
        move = choose.choice(legal)
        yield p, game.move_name(p, move)
        p = game.rules.play(p, move)
    yield p, None


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_rules_against_a_board_of_sets(columns, rows):
    game = board(columns, rows)
    boxes = {(column, row): sides(column, row) for column in range(columns) for row in range(rows)}
    every = set().union(*boxes.values())
    for seed in range(30):
        drawn, owner, mover = set(), {}, 0
        for p, name in walk(game, seed):
            assert game.rules.turn(p) == mover
            assert {edge(game.move_name(p, move)) for move in game.rules.moves(p)} == every - drawn
            assert len(game.moves(p)) == len(every - drawn)
            score = sum(1 if who == 0 else -1 for who in owner.values())
            low, high = score - len(boxes) + len(owner), score + len(boxes) - len(owner)
            assert game.rules.bounds(p, 0) == (low, high)
            assert game.rules.bounds(p, 1) == (-high, -low)
            assert (game.rules.utility(p, 0), game.rules.utility(p, 1)) == (score, -score)
            assert game.rules.evaluate(p, 0) == -game.rules.evaluate(p, 1)
            assert low <= game.rules.evaluate(p, 0) <= high
            if name is None:
                assert drawn == every
                break
            drawn.add(edge(name))
            closed = [box for box, around in boxes.items() if around <= drawn and box not in owner]
            owner.update(dict.fromkeys(closed, mover))
            mover = mover if closed else 1 - mover


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_edge_can_be_drawn_once_so_lines_are_counted_by_factorials(columns, rows):
    game = board(columns, rows)
    edges = 2 * columns * rows + columns + rows
    for depth in range(min(edges, 4 if (columns, rows) in COMPILED else 2) + 1):
        expected = math.factorial(edges) // math.factorial(edges - depth)
        assert perft(game, depth=depth, compiled=(columns, rows) in COMPILED).leaves == expected


def work_back(values, boxes, edges):
    """Work back from the full board, one number of drawn edges at a time."""
    drawn = np.arange(len(values))
    counts = np.bitwise_count(drawn)
    for left in range(1, edges + 1):
        now = drawn[counts == edges - left]
        best = np.full(len(now), -len(boxes))
        for i in range(edges):
            free = now >> i & 1 == 0
            after = now[free] | 1 << i
            closed = sum(((after & box == box) & (box >> i & 1 == 1)).astype(int) for box in boxes)
            gained = np.where(closed > 0, closed + values[after], -values[after].astype(int))
            best[free] = np.maximum(best[free], gained)
        values[now] = best


def exact_values(columns, rows):
    """What the mover gains over the other from every set of edges, worked back from the full board."""
    names = [f"{chr(97 + c)}{r + 1}-{chr(98 + c)}{r + 1}" for c in range(columns) for r in range(rows + 1)]
    names += [f"{chr(97 + c)}{r + 1}-{chr(97 + c)}{r + 2}" for c in range(columns + 1) for r in range(rows)]
    numbers = {edge(name): i for i, name in enumerate(names)}
    boxes = [sum(1 << numbers[e] for e in sides(c, r)) for c in range(columns) for r in range(rows)]
    values = np.zeros(1 << len(names), np.int8)
    work_back(values, boxes, len(names))
    return values, {name: 1 << numbers[edge(name)] for name in names}


@pytest.mark.parametrize(
    ("columns", "rows", "value"), [(1, 1, -1), (2, 1, 0), (3, 1, -1), (1, 4, 0), (2, 2, 2), (3, 2, -2), (3, 3, -3)]
)
def test_small_boards_have_their_exact_values(columns, rows, value):
    game = board(columns, rows)
    values, bits = exact_values(columns, rows)
    assert values[0] == value
    choose = random.Random(1)
    for seed in range(25):
        game_so_far = list(walk(game, seed))
        start = choose.randrange(max(0, len(game_so_far) - 8), len(game_so_far))
        p = game_so_far[start][0]
        drawn = sum(bits[name] for _, name in game_so_far[:start])
        mover = game.rules.turn(p)
        result = analyze(game, position=p, depth=8, compiled=False)
        assert result.score == game.rules.utility(p, mover) + values[drawn]


def test_whole_boards_are_solved_by_search():
    for columns, rows, value in ((1, 1, -1), (2, 1, 0), (1, 2, 0)):
        result = analyze(board(columns, rows), depth=20, compiled=False)
        assert (result.score, result.proven) == (value, {-1: "loss", 0: "draw"}[value])


def test_guesses_are_near_the_exact_values():
    """Over random games on 3 × 2 boxes a guess is off by much less than the difference of boxes owned is."""
    game = board(3, 2)
    values, bits = exact_values(3, 2)
    off, off_without = 0, 0
    for seed in range(100):
        drawn = 0
        for p, name in walk(game, seed):
            mover = game.rules.turn(p)
            exact = game.rules.utility(p, mover) + int(values[drawn])
            off += abs(game.rules.evaluate(p, mover) - exact)
            off_without += abs(game.rules.utility(p, mover) - exact)
            drawn |= bits.get(name, 0)
    assert off < off_without / 2


def test_who_takes_a_long_chain_leaves_two_boxes_to_keep_control():
    game = board(3, 2)
    p = game.rules.read("---/......./---/......./--- A")  # two chains of three
    assert game.rules.evaluate(p, 0) == analyze(game, position=p, depth=8, compiled=False).score == -2
    opened = game.begin("a1-a2", p).position
    result = analyze(game, position=opened, depth=7, compiled=False)
    assert game.rules.evaluate(opened, 1) == result.score == 2  # 1 of this chain and not 2, then 3 of the other
    assert result.names.pv[:2] == ("b1-b2", "d1-d2")  # the far end: the two boxes between are left


def test_priorities_put_boxes_first_and_gifts_last():
    game = board(2, 2)
    p = game.rules.read("../...../-./|..../-. A")
    assert game.move_name(p, max(game.moves(p), key=lambda move: game.rules.priority(p, move))) == "b1-b2"
    p = game.rules.read("../...../../|..../-. A")
    gifts = {game.move_name(p, move) for move in game.moves(p) if game.rules.priority(p, move) < 0}
    assert gifts == {"a2-b2", "b1-b2"}
    assert {game.move_name(p, move) for move in list(game.rules.moves(p))[-2:]} == gifts


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_mirrored_boards_have_mirrored_boxes(columns, rows):
    game = board(columns, rows)

    def turned(p, move, right_left, up_down):
        """The name of an edge on the mirrored board."""
        dots = [
            (columns - c if right_left else c, rows - r if up_down else r) for c, r in edge(game.move_name(p, move))
        ]
        return "-".join(f"{chr(97 + c)}{r + 1}" for c, r in sorted(dots))

    for seed in range(5):
        for p, name in walk(game, seed):
            mirrors = list(game.rules.symmetries(p))
            assert len(mirrors) == 3
            for (right_left, up_down), other in zip([(True, False), (True, True), (False, True)], mirrors):
                assert {turned(p, move, right_left, up_down) for move in game.moves(p)} == {
                    game.move_name(other, move) for move in game.moves(other)
                }
                assert game.rules.utility(other, 0) == game.rules.utility(p, 0)
                assert game.rules.read(game.rules.write(other)) == other  # its owners are those of closed boxes
                if name is not None:
                    after = game.begin([turned(p, game.read_move(p, name), right_left, up_down)], other).position
                    assert after in game.rules.symmetries(game.begin([name], p).position)


def test_keys_tell_apart_what_matters():
    """Which boxes are whose does not matter, how many and who moves does."""
    for columns, rows in ((4, 4), (5, 5)):
        game = board(columns, rows)
        known = {}
        for seed in range(40):
            for p, _ in walk(game, seed):
                matters = p.edges, p.owned.bit_count(), p.player
                assert known.setdefault(game.rules.key(p), matters) == matters
    game = board(2, 1)
    some = game.rules.read("--/|A|B|/-- A")
    assert game.rules.key(some) == game.rules.key(game.rules.read("--/|B|A|/-- A"))
    for other in ("--/|A|A|/-- A", "--/|B|B|/-- A", "--/|A|B|/-- B"):
        assert game.rules.key(some) != game.rules.key(game.rules.read(other))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_positions_and_moves_survive_being_written(columns, rows):
    game = board(columns, rows)
    for p, name in walk(game, 3):
        assert game.read(game.write(p)) == p
        if name is not None:
            here, there = name.split("-")
            assert game.read_move(p, name) == game.read_move(p, f"{there}-{here}".upper())


def test_the_picture_shows_lines_and_owners():
    game = board(2, 1)
    p = game.begin("a1-b1 a2-b2 a1-a2 b1-b2 b1-c1").position
    assert (
        game.show(p)
        == """\
 2 +---+   +
   |bB |
 1 +---+---+
   a   b   c
red has 0, blue has 1"""
    )
    assert game.write(p) == "-./|B|../-- A"


@pytest.mark.parametrize("text", [
    "", "A", "-./|B|../--", "-./|B|../-- C", "-./|B|../-- A A", "-./|B|./-- A", "-./|B|.|/-- A/", "-.|/|B|../-- A",
    "-./|.|../-- A", "-./|A|B./-- A", "-./|X|../-- A", "|./|B|../-- A", "-./-B-../-- A", "--/|BB../-- A",
])  # fmt: skip
def test_what_is_not_a_position_is_refused(text):
    with pytest.raises(kibitz.PositionError, match="is not a position of dots-and-boxes"):
        board(2, 1).read(text)


@pytest.mark.parametrize("text", ["a1", "a1-", "a1-b2", "a1-c1", "a3-b3", "z9-z8", "-", "a1-b1-c1"])
def test_what_is_not_an_edge_is_refused(text):
    game = board(2, 1)
    with pytest.raises(kibitz.MoveError):
        game.read_move(game.rules.start(), text)


@pytest.mark.parametrize("size", ["columns=0", "rows=0", "columns=6,rows=5", "columns=-1,rows=-1", "columns=21,rows=1"])
def test_boards_that_do_not_fit_are_refused(size):
    with pytest.raises(kibitz.OptionError, match="at most 63 edges"):
        load(f"dots-and-boxes:{size}")


@pytest.mark.parametrize("spec", ["dots-and-boxes", "dots-and-boxes:columns=5,rows=5"])
def test_promises_are_kept_at_both_speeds(spec):
    report = kibitz.check(load(spec), games=4, seconds=4)
    assert report.compiled
    assert report.findings == []
