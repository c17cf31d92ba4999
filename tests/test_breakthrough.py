"""Breakthrough against a board of lists, and small boards against brute force."""

import random
from functools import cache

import pytest

import kibitz
from kibitz import analyze, check, load, perft

BOARDS = [(8, 8), (5, 5), (6, 6), (2, 4), (3, 7), (8, 5)]


def start(columns, rows):
    """Rows from the bottom, as a tuple of tuples."""
    return tuple(("W" if row < 2 else "B" if row >= rows - 2 else ".",) * columns for row in range(rows))


def text(board, mover):
    return "/".join("".join(row) for row in reversed(board)) + f" {mover}"


def steps(board, mover):
    """Every legal step as from column, from row, to column, to row."""
    forward = 1 if mover == "W" else -1
    for row, squares in enumerate(board):
        for column, mark in enumerate(squares):
            if mark == mover:
                for side in (-1, 0, 1):
                    c, r = column + side, row + forward
                    if 0 <= c < len(squares) and 0 <= r < len(board):
                        there = board[r][c]
                        if there == "." or side != 0 and there != mover:
                            yield column, row, c, r


def after(board, step):
    rows = [list(row) for row in board]
    column, row, c, r = step
    rows[r][c], rows[row][column] = rows[row][column], "."
    return tuple(map(tuple, rows))


def winner(board):
    marks = {mark for row in board for mark in row}
    if "W" in board[-1] or "B" not in marks:
        return "W"
    return "B" if "B" in board[0] or "W" not in marks else None


def other(mover):
    return "B" if mover == "W" else "W"


@cache
def wins(board, mover):
    """Whether the player to move wins, by trying everything."""
    if winner(board):
        return False
    return any(not wins(after(board, step), other(mover)) for step in steps(board, mover))


def leaves(board, mover, depth):
    if depth == 0:
        return 1
    return 0 if winner(board) else sum(leaves(after(board, s), other(mover), depth - 1) for s in steps(board, mover))


def number(step, columns):
    column, row, c, _ = step
    return (row * columns + column) * 3 + c - column + 1


def name(board, step):
    column, row, c, r = step
    return f"{'abcdefgh'[column]}{row + 1}{'-' if board[r][c] == '.' else 'x'}{'abcdefgh'[c]}{r + 1}"


def random_game(columns, rows, seed):
    """Positions of one random game, to the end, each with the move that led there."""
    choose = random.Random(seed)
    board, mover, move = start(columns, rows), "W", None
    while True:
        yield board, mover, move
        if winner(board):
            return
        step = choose.choice(list(steps(board, mover)))
        board, mover, move = after(board, step), other(mover), number(step, columns)


@pytest.mark.parametrize(("columns", "rows"), BOARDS)
def test_against_a_board_of_lists(columns, rows):
    game = load("breakthrough", columns=columns, rows=rows, evaluation="hand")
    for seed in range(120):
        p = None
        for board, mover, move in random_game(columns, rows, seed):
            p = game.rules.start() if move is None else game.rules.play(p, move)
            assert game.write(p) == text(board, mover)
            assert game.read(text(board, mover)) == p
            assert game.rules.turn(p) == "WB".index(mover)
            assert game.rules.is_over(p) == bool(winner(board))
            if not winner(board):
                names = {number(step, columns): name(board, step) for step in steps(board, mover)}
                assert {m: game.move_name(p, m) for m in game.rules.moves(p)} == names
                noisy = {
                    m for m in names if "x" in names[m] or int(names[m][-1]) in ((rows - 1, rows), (2, 1))[p.player]
                }
                assert {m for m in names if game.rules.noisy(p, m)} == noisy
        assert game.rules.utility(p, "WB".index(winner(board))) == 1000
        assert game.rules.utility(p, "WB".index(other(winner(board)))) == -1000


def test_perft():
    """Four counts of the full board agree with a board of lists; the fifth pins the compiled rules."""
    full, small = load("breakthrough"), load("breakthrough:columns=5,rows=5")
    for depth, count in enumerate([1, 22, 484, 11132, 256036, 6182818]):
        assert perft(full, depth=depth, compiled=True).leaves == count
    assert leaves(start(8, 8), "W", 3) == 11132
    for depth in range(5):
        assert perft(small, depth=depth, compiled=True).leaves == leaves(start(5, 5), "W", depth)


@pytest.mark.parametrize(("columns", "rows"), [(2, 5), (3, 4), (2, 6), (3, 5)])
def test_small_boards_are_solved(columns, rows):
    game = load("breakthrough", columns=columns, rows=rows, evaluation="hand")
    won = wins(start(columns, rows), "W")
    assert analyze(game, depth=40).proven == ("win" if won else "loss")


@pytest.mark.parametrize(("columns", "rows"), [(3, 5), (2, 7), (4, 4)])
def test_a_pawn_that_has_broken_through_wins(columns, rows):
    """Where the evaluation calls a race decided, it is."""
    from kibitz.games.breakthrough import BROKEN_THROUGH

    game = load("breakthrough", columns=columns, rows=rows, evaluation="hand")
    decided = 0
    for seed in range(400):
        for board, mover, _ in random_game(columns, rows, seed):
            p = game.read(text(board, mover))
            if not winner(board) and abs(points := game.rules.evaluate(p, game.rules.turn(p))) > BROKEN_THROUGH - rows:
                assert (points > 0) == wins(board, mover)
                decided += 1
    assert decided > 100


def test_evaluation_is_the_same_from_every_side():
    game = load("breakthrough:evaluation=hand")
    for seed in range(20):
        for board, mover, _ in random_game(8, 8, seed):
            if not winner(board):
                swap = {"W": "B", "B": "W", ".": "."}
                turned = tuple(tuple(swap[mark] for mark in row) for row in reversed(board))
                mirror = tuple(row[::-1] for row in board)
                points = game.rules.evaluate(game.read(text(board, mover)), 0)
                assert game.rules.evaluate(game.read(text(mirror, mover)), 0) == points
                assert game.rules.evaluate(game.read(text(turned, other(mover))), 1) == points
                assert game.rules.evaluate(game.read(text(board, mover)), 1) == -points
                assert abs(points) < 900


def test_wins_and_captures_come_first():
    game = load("breakthrough:columns=5,rows=5")
    p = game.read("B.B../.W.../..B../.W.W./W...W W")
    ordered = sorted(game.rules.moves(p), key=lambda move: -game.rules.priority(p, move))
    names = [game.move_name(p, move) for move in ordered]
    assert {names[0], names[1], names[2]} == {"b4xa5", "b4xc5", "b4-b5"}
    assert {names[3], names[4]} == {"b2xc3", "d2xc3"}


@pytest.mark.parametrize(("bad", "message"), [
    ("", "expected 5 rows of 4"),
    ("BBBB/BBBB/..../WWWW/WWWW", "the player to move"),
    ("BBBB/BBBB/...x/WWWW/WWWW W", "expected 5 rows of 4"),
    ("BBBB/BBBB/.B../WWWW/WWWW W", "black has at most 8 pawns, got 9"),
    ("WBBB/BBB./..../WWWW/WWW. W", "the game ended before the last move"),
    ("BBBB/BBBB/..../..../.... B", "the game ended before the last move"),
    ("WW../..../..../..../BB.. W", "the game ended before the last move"),
])  # fmt: skip
def test_bad_positions_are_refused(bad, message):
    with pytest.raises(kibitz.PositionError, match=message):
        load("breakthrough:columns=4,rows=5").read(bad)


@pytest.mark.parametrize("spec", ["columns=1", "columns=9", "rows=3", "rows=9"])
def test_parameters_out_of_range_are_refused(spec):
    with pytest.raises(kibitz.OptionError, match="columns must be 2 to 8 and rows 4 to 8"):
        load(f"breakthrough:{spec}")


@pytest.mark.parametrize("spec", ["breakthrough", "breakthrough:columns=5,rows=6"])
def test_it_keeps_its_promises(spec):
    report = check(load(spec), games=8, seconds=4)
    assert (report.findings, report.compiled) == ([], True)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "rb-alpha-beta"])
def test_plain_and_compiled_agree(algorithm):
    game = load("breakthrough:evaluation=hand")
    options = {"keep_rate": 0.5} if algorithm == "rb-alpha-beta" else {}
    for seed in range(4):
        for board, mover, _ in list(random_game(8, 8, seed))[seed::17]:
            p = game.read(text(board, mover))
            plain, fast = (analyze(game, algorithm, position=p, depth=2, compiled=c, **options) for c in (False, True))
            assert (plain.score, plain.pv, plain.nodes, plain.moves) == (fast.score, fast.pv, fast.nodes, fast.moves)
            assert fast.compiled
