"""Hex against a board of sets, known winners, and the law that exactly one side has a path on a full board."""

import math
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import analyze, load, perft
from kibitz.games.hex import MEND, STONE

SIZES = [1, 2, 3, 5, 7, 8, 9, 11]
games = {size: load("hex", size=size, evaluation="hand") for size in range(1, 12)}


def everywhere(size):
    return {(column, row) for column in range(size) for row in range(size)}


def near(cell):
    column, row = cell
    return {(column + c, row + r) for c, r in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))}


def has_path(stones, here, there):
    """Whether stones, a set of (column, row), lead from one set of cells to another: a flood fill."""
    reached = stones & here
    while more := {cell for each in reached for cell in near(each)} & stones - reached:
        reached |= more
    return bool(reached & there)


def won(stones, player, size):
    line = range(size)
    if player == 0:
        return has_path(stones, {(i, 0) for i in line}, {(i, size - 1) for i in line})
    return has_path(stones, {(0, i) for i in line}, {(size - 1, i) for i in line})


def cell_of(name):
    return ord(name[0]) - 97, int(name[1:]) - 1


def walk(game, seed):
    """A random game: its positions, with the name of the move that leads on (None at the end)."""
    choose = random.Random(seed)
    p = game.rules.start()
    while legal := game.moves(p):
        move = choose.choice(legal)
        yield p, game.move_name(p, move)
        p = game.rules.play(p, move)
    yield p, None


@pytest.mark.parametrize("size", SIZES)
def test_rules_against_a_board_of_sets(size):
    game = games[size]
    every = everywhere(size)
    for seed in range(40 if size < 8 else 12):
        stones, mover = (set(), set()), 0
        for p, name in walk(game, seed):
            over = won(stones[1 - mover], 1 - mover, size)
            assert game.rules.is_over(p) == over
            assert game.rules.turn(p) == mover
            assert {cell_of(game.move_name(p, move)) for move in game.rules.moves(p)} == every - stones[0] - stones[1]
            if over:
                assert (game.rules.utility(p, mover), game.rules.utility(p, 1 - mover)) == (-1, 1)
                assert name is None
                break
            assert game.rules.evaluate(p, 0) == -game.rules.evaluate(p, 1)
            stones[mover].add(cell_of(name))
            mover = 1 - mover


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(1, 11), st.randoms(use_true_random=False), st.floats(0, 1))
def test_exactly_one_side_has_a_path_on_a_full_board(size, choose, share):
    game = games[size]
    marks = ["X" if choose.random() < share else "O" for _ in range(size * size)]
    red, blue = ({(i % size, i // size) for i, mark in enumerate(marks) if mark == stone} for stone in ("X", "O"))
    p = game.rules.start()
    for i, mark in enumerate(marks):
        p = game.rules.play(p._replace(player="XO".index(mark)), i)
    found = [game.rules.is_over(p._replace(player=1 - side)) for side in (0, 1)]
    assert found == [won(red, 0, size), won(blue, 1, size)]
    assert sum(found) == 1


def test_a_game_ends_before_the_board_is_full_or_with_it():
    for seed in range(100):
        for p, name in walk(games[3], seed):
            assert name is not None or games[3].is_over(p)


@pytest.mark.parametrize("size", [5, 7, 8, 11])
def test_lines_shorter_than_any_path_are_counted_by_factorials(size):
    """A path takes 2 × size − 1 plies at least, until then every empty cell can be played."""
    cells = size * size
    compiled = size in (7, 11)  # it takes seconds
    for depth in range(4 if compiled else 3):
        expected = math.factorial(cells) // math.factorial(cells - depth)
        assert perft(games[size], depth=depth, compiled=compiled).leaves == expected


def test_lines_of_a_small_board_are_counted_by_the_sets():
    def leaves(stones, mover, depth, size):
        if depth == 0:
            return 1
        if won(stones[1 - mover], 1 - mover, size):
            return 0
        total = 0
        for cell in everywhere(size) - stones[0] - stones[1]:
            after = [*stones]
            after[mover] = stones[mover] | {cell}
            total += leaves(after, 1 - mover, depth - 1, size)
        return total

    for size, depths in ((1, 3), (2, 6), (3, 7)):
        for depth in range(depths):
            count = leaves([frozenset(), frozenset()], 0, depth, size)
            assert perft(games[size], depth=depth, compiled=False).leaves == count


def winning_openings(size):
    """The first moves that win, by trying everything; positions are remembered."""
    every = frozenset(everywhere(size))

    @cache
    def mover_wins(mine, theirs, mover):
        if won(theirs, 1 - mover, size):
            return False
        return any(not mover_wins(theirs, mine | {cell}, 1 - mover) for cell in every - mine - theirs)

    return {cell for cell in every if not mover_wins(frozenset(), frozenset({cell}), 1)}


@pytest.mark.parametrize(("size", "names"), [(1, {"a1"}), (2, {"a2", "b1"}), (3, {"a2", "a3", "b2", "c1", "c2"})])
def test_first_moves_that_win_on_small_boards(size, names):
    game = games[size]
    assert winning_openings(size) == {cell_of(name) for name in names}
    for move in game.moves(game.rules.start()):
        result = analyze(game, position=game.rules.play(game.rules.start(), move), depth=9, player=0, compiled=False)
        assert result.score == (1 if game.move_name(game.rules.start(), move) in names else -1)


def test_the_first_player_wins_on_four_by_four():
    result = analyze(games[4], depth=16)
    assert (result.score, result.proven) == (1, "win")


def around(cell):
    """The six neighbours of a cell, clockwise."""
    column, row = cell
    return [(column + c, row + r) for c, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))]


def bridges(cell):
    """The six cells a bridge away, each with the two cells between."""
    ring = around(cell)
    for i in range(6):
        a, b = ring[i - 1], ring[i]
        yield (a[0] + b[0] - cell[0], a[1] + b[1] - cell[1]), {a, b}


def outside(player, size, last):
    """The cells just outside a player's first or last side, as if they had stones."""
    line = range(-1, size + 1)
    place = size if last else -1
    return {(i, place) if player == 0 else (place, i) for i in line}


def links(some, free):
    return {cell for each in some for cell in around(each)} | {
        end for each in some for end, between in bridges(each) if between <= free
    }


def reach(own, free, player, size, from_last=False):
    """The stones that a path still needs from one of a player's sides, the cells as near as that, and the path's end."""
    first, goal = (links(outside(player, size, last), free) & everywhere(size) for last in (from_last, not from_last))
    reached, count = set(), 0
    while not reached & goal:
        link = links(reached, free) | first
        grown = reached | link & own
        if grown == reached:
            grown = reached | link & free
            count += 1
        reached = grown
    return count, reached, goal


def guess(stones, mover, size):
    """What `evaluate` promises to player 0, with sets."""
    free = everywhere(size) - stones[0] - stones[1]
    needs = []
    for player in (0, 1):
        count, reached, _ = reach(stones[player], free, player, size)
        needs.append(STONE * count - len(reached))
    return needs[1] - needs[0] + (STONE // 2 if mover == 0 else -STONE // 2)


def features(stones, player, size):
    """The numbers of the features, with sets: each is a place in a table of its own, one table after another."""
    free = everywhere(size) - stones[0] - stones[1]
    sides = [[reach(stones[one], free, one, size, back) for back in (False, True)] for one in (player, 1 - player)]
    found, start = [], 0
    for back in (0, 1):
        place = 0
        for side in sides:
            count, reached, goal = side[back]
            place = place * 24 + min(count, 7) * 3 + min(max(len(reached & goal), 1), 3) - 1
        found.append(start + place)
        start += 24 * 24
    for side in sides:
        shared = len(side[0][1] & side[1][1])
        found.append(start + min(side[0][0], 7) * 64 + min(shared, 63))
        start += 8 * 64
    mine, theirs = (sum(STONE * count - len(reached) for count, reached, _ in side) for side in sides)
    stage = min((len(stones[0]) + len(stones[1])) // max(1, size * size // 10), 9)
    steps = min(max((theirs - mine) // 8, -80), 80)
    return [*found, start + stage * 161 + steps + 80]


def mends(stones, mover, size):
    """The cells between two ends of a bridge whose other cell was taken."""
    own = stones[mover] | outside(mover, size, False) | outside(mover, size, True)
    found = set()
    for cell in everywhere(size):
        ring = around(cell)
        for i in range(6):
            if ring[i - 2] in own and ring[i - 1] in stones[1 - mover] and ring[i] in own:
                found.add(cell)
    return found


@pytest.mark.parametrize("size", [2, 3, 6, 7, 8, 11])
def test_guesses_features_and_priorities_against_sets(size):
    game = games[size]
    for seed in range(10 if size < 8 else 3):
        stones, mover = (set(), set()), 0
        for p, name in walk(game, seed):
            if name is None:
                break
            assert game.rules.evaluate(p, 0) == guess(stones, mover, size)
            for player in (0, 1):
                assert list(game.rules.features(p, player)) == features(stones, player, size)
            mending = {
                cell_of(game.move_name(p, m)) for m in game.moves(p) if game.rules.priority(p, m) >= MEND - 2 * size
            }
            assert mends(stones, mover, size) - stones[0] - stones[1] == mending
            stones[mover].add(cell_of(name))
            mover = 1 - mover


def test_a_broken_bridge_is_mended_first():
    game = games[7]
    for moves, answer in (("d4 a1 c6 c5", "d5"), ("d4 a7 c6 d5", "c5"), ("d6 a1 g1 d7", "c7"), ("d6 a1 g1 c7", "d7")):
        p = game.begin(moves).position
        assert game.move_name(p, max(game.moves(p), key=lambda move: game.rules.priority(p, move))) == answer


@pytest.mark.parametrize("size", SIZES)
def test_half_a_turn_is_the_same_game(size):
    game = games[size]
    for p, name in walk(game, 7):
        (other,) = game.rules.symmetries(p)
        assert game.rules.write(other) == game.rules.write(p)[::-1]
        assert list(game.rules.symmetries(other)) == [p]
        assert game.rules.is_over(other) == game.rules.is_over(p)
        if name is not None:
            assert sorted(game.moves(other)) == sorted(size * size - 1 - move for move in game.moves(p))


@pytest.mark.parametrize("size", SIZES)
def test_positions_and_moves_survive_being_written(size):
    game = games[size]
    for seed in range(3):
        for p, name in walk(game, seed):
            assert game.read(game.write(p)) == p
            if name is not None:
                assert game.move_name(p, game.read_move(p, name.upper())) == name


def test_the_picture_is_slanted():
    game = games[3]
    p = game.begin("b2 a3").position
    assert game.show(p).splitlines() == [
        "   a   b   c",
        " 1   .   .   .  1",
        "   2   .  rX   .  2",
        "     3  bO   .   .  3",
        "           a   b   c",
    ]
    assert game.write(p) == ".../.X./O.."


@pytest.mark.parametrize("text", [
    "", "...", ".../...", ".../.../..Y", ".../.../..", "XX./.../...", "O../.../...", "X../O../O..",
    "XOO/XO./X..", "XXX/OOO/X..", ".../.../.../...", "... ... ...",
])  # fmt: skip
def test_what_is_not_a_position_is_refused(text):
    with pytest.raises(kibitz.PositionError, match="is not a position of hex"):
        games[3].read(text)


@pytest.mark.parametrize("text", ["d1", "a4", "a0", "1a", "b2", "", "a", "aa1"])
def test_what_is_not_an_empty_cell_is_refused(text):
    with pytest.raises(kibitz.MoveError):
        games[3].read_move(games[3].begin("b2").position, text)


@pytest.mark.parametrize("size", ["0", "-1", "12", "x"])
def test_sizes_that_do_not_fit_are_refused(size):
    with pytest.raises(kibitz.OptionError):
        load(f"hex:size={size}")


@pytest.mark.parametrize("size", [7, 11])
def test_promises_are_kept_at_both_speeds(size):
    report = kibitz.check(games[size], games=3, seconds=4)
    assert report.compiled
    assert report.findings == []
