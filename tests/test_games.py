"""The rules of the built-in games against published counts and independent oracles."""

import random
from pathlib import Path

import pytest

import kibitz
from kibitz import Limit, analyze, load, perft

LIBRARY = Path(kibitz.__file__).parent / "games"


def rule_lines(file):
    """Lines of a game's file without text functions, blank lines, comments and docstrings."""
    import ast

    tree = ast.parse(file.read_text())
    text = ("write", "read", "show", "move_name", "read_move", "board", "marks", "row_text", "stones")
    for node in ast.walk(tree):
        if hasattr(node, "body") and isinstance(node.body, list):
            node.body = [n for n in node.body if not (isinstance(n, ast.FunctionDef) and n.name in text)]
            node.body = [n for n in node.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
    return [line for line in ast.unparse(tree).splitlines() if line.strip()]


def test_games_are_short():
    from tests.test_game import DESIGN

    assert len([line for line in DESIGN.splitlines() if line.strip() and not line.startswith('"""')]) <= 30
    assert len(rule_lines(LIBRARY / "connect_four.py")) <= 45


@pytest.mark.parametrize(("spec", "counts"), [
    ("tic-tac-toe", [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("connect-four", [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]),
])  # fmt: skip
def test_perft_has_the_published_counts(spec, counts):
    game = load(spec)
    for depth, leaves in enumerate(counts):
        assert perft(game, depth=depth, compiled=True).leaves == leaves


def naive_line(cells, size, columns, rows):
    """The mark that has a line of this length on a grid given as a dict, or None."""
    for (column, row), mark in cells.items():
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(cells.get((column + i * right, row + i * up)) == mark for i in range(size)):
                return mark
    return None


@pytest.mark.parametrize(
    ("columns", "rows", "connect"), [(7, 6, 4), (5, 4, 3), (4, 5, 4), (9, 6, 5), (3, 20, 4), (1, 3, 2)]
)
def test_connect_four_against_a_board_of_lists(columns, rows, connect):
    game = load("connect-four", columns=columns, rows=rows, connect=connect)
    for seed in range(150):
        choose = random.Random(seed)
        p, cells, heights, mover = game.start(), {}, [0] * columns, 0
        while True:
            winner = naive_line(cells, connect, columns, rows)
            free = [column for column in range(columns) if heights[column] < rows]
            assert game.is_over(p) == (winner is not None or not free)
            assert game.turn(p) == mover
            if winner is not None:
                stones = sum(1 for mark in cells.values() if mark == winner)
                worth = columns * rows // 2 + 1 - stones
                assert [game.utility(p, 0), game.utility(p, 1)] == ([worth, -worth] if winner == 0 else [-worth, worth])
                break
            if not free:
                assert game.utility(p, 0) == 0
                break
            assert sorted(game.moves(p)) == free
            column = choose.choice(free)
            cells[column, heights[column]] = mover
            heights[column] += 1
            p, mover = game.play(p, column), 1 - mover


@pytest.mark.parametrize(("size", "connect"), [(3, 0), (4, 3), (5, 4), (7, 5), (1, 0)])
def test_tic_tac_toe_against_a_board_of_lists(size, connect):
    game = load("tic-tac-toe", size=size, connect=connect)
    for seed in range(60):
        choose = random.Random(seed)
        p, cells, mover = game.start(), {}, 0
        while True:
            winner = naive_line(cells, connect or size, size, size)
            free = [cell for cell in range(size * size) if divmod(cell, size) not in cells]
            assert game.is_over(p) == (winner is not None or not free)
            if winner is not None or not free:
                assert game.utility(p, 0) == {None: 0, 0: 1, 1: -1}[winner]
                break
            assert list(game.moves(p)) == free
            cell = choose.choice(free)
            cells[divmod(cell, size)] = mover
            p, mover = game.play(p, cell), 1 - mover


def test_nim_follows_boutons_theorem():
    for heaps in [(1, 2, 3), (3, 4, 5), (2, 2), (1, 1, 1), (0, 3)]:
        total = 0
        for heap in heaps:
            total ^= heap
        result = analyze(load("nim", heaps=heaps), limit=Limit(depth=sum(heaps)))
        assert result.proven == ("win" if total else "loss")


def test_the_published_connect_four_scale():
    game = load("connect-four")
    assert game.utility(game.replay("1 2 1 2 1 2 1"), 0) == 18  # won with the fourth stone: 22 − 4
    result = analyze(game, game.replay("1 2 1 2 1 2"), limit=Limit(depth=1))
    assert (result.score, result.names.move) == (18, "1")


def test_pig_is_worth_what_a_hand_calculation_says():
    # To 2 points with a coin: roll (1 loses the turn, 2 wins when held) again and again is fair play;
    # the first player wins with 2/3, the other with 1/3.
    game = load("pig:dice=2,winning_score=2")
    shallow = analyze(game, limit=Limit(depth=2)).score
    assert shallow == pytest.approx(0.5)
    assert analyze(game, limit=Limit(depth=16)).score == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize("spec", ["tic-tac-toe:size=8", "tic-tac-toe:connect=4", "connect-four:columns=10", "connect-four:connect=1",
                                  "connect-four:rows=0", "nim:heaps=64", "nim:heaps=", "pig:dice=1", "pig:winning_score=0"])  # fmt: skip
def test_parameters_out_of_range_are_refused(spec):
    with pytest.raises(kibitz.OptionError):
        load(spec)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "nim", "pig:winning_score=10", "tree"])
def test_every_position_can_be_written_read_and_shown(spec):
    game = load(spec)
    choose = random.Random(5)
    for _ in range(5):
        p = game.start()
        while game.legal(p):
            assert game.from_text(game.to_text(p)) == p
            assert game.picture(p)
            move = choose.choice(game.legal(p))
            assert game.find_move(p, game.name_of(p, move)) == move
            p = game.advance(p, move)
        assert game.from_text(game.to_text(p)) == p
