"""Tic-tac-toe on a square board: be the first to complete a line of your own marks.

Cells are numbered from the top left. A column that stays empty keeps the rows apart; on the classic board:

    cells   0 1 2      bits   0 1  2 (3)
            3 4 5             4 5  6 (7)
            6 7 8             8 9 10 (11)
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.bits import each, rows_of, run
from kibitz.board import Board, Cell, Line, Piece
from kibitz.game import Game


class Position(NamedTuple):
    """Marks on the board."""

    mine: int  # cells of the player to move
    theirs: int  # cells of the player who has just moved
    player: int


def game(size: int = 3, connect: int = 0) -> Game[Position]:
    """Play on size × size cells; this many marks in a row win (0: a whole side)."""
    if not 1 <= size <= 7:
        raise ValueError(f"size must be 1 to 7, got {size}")
    if not 0 <= connect <= size:
        raise ValueError(f"connect must be 0 to {size}, got {connect}")
    length = connect or size
    stride = size + 1
    full = sum((1 << size) - 1 << stride * row for row in range(size))
    player_names = ("X", "O")

    how_to_play = f"""
    Put your mark into any empty cell. The first player with {length} marks side by side in a row, in a column
    or diagonally wins. A full board without such a line is a draw.
    """

    def start() -> Position:
        return Position(0, 0, 0)

    def turn(p: Position) -> int:
        return p.player

    def moves(p: Position) -> Iterator[int]:
        for cell in range(size * size):
            if not (p.mine | p.theirs) >> cell + cell // size & 1:
                yield cell

    def play(p: Position, cell: int) -> Position:
        return Position(p.theirs, p.mine | 1 << cell + cell // size, 1 - p.player)

    def has_line(cells: int) -> bool:
        for step in (1, stride - 1, stride, stride + 1):
            if run(cells, step, length):
                return True
        return False

    def is_over(p: Position) -> bool:
        return has_line(p.theirs) or p.mine | p.theirs == full

    def utility(p: Position, player: int) -> int:
        if not has_line(p.theirs):
            return 0
        return -1 if player == p.player else 1

    def marks(p: Position) -> str:
        x, o = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
        bits = [1 << cell + cell // size for cell in range(size * size)]
        return "".join("X" if x & bit else "O" if o & bit else "." for bit in bits)

    def write(p: Position) -> str:
        text = marks(p)
        return "/".join(text[i : i + size] for i in range(0, len(text), size))

    def read(text: str) -> Position:
        rows = text.split("/")
        if len(rows) != size or any(len(row) != size or set(row) - set("XO.") for row in rows):
            raise ValueError(f"expected {size} rows of {size} of X, O and . separated by /")
        cells = "".join(rows)
        x, o = (sum(1 << i + i // size for i, mark in enumerate(cells) if mark == who) for who in "XO")
        ahead = x.bit_count() - o.bit_count()
        if ahead not in (0, 1):
            raise ValueError(f"X moves first, so X has as many marks as O or one more; got {ahead:+d}")
        if has_line(x) and has_line(o) or has_line(o if ahead else x):
            raise ValueError("the game ended before the last mark was made")
        return Position(o, x, 1) if ahead else Position(x, o, 0)

    def show(p: Position) -> str:
        text = marks(p)
        width = len(str(size * size))
        cells = [mark if mark != "." else str(i + 1) for i, mark in enumerate(text)]
        return "\n".join(" ".join(c.rjust(width) for c in cells[i : i + size]) for i in range(0, len(cells), size))

    def board(p: Position) -> Board:
        signs = {"X": ("cross", "first", "", "X"), "O": ("ring", "second", "", "O")}
        cells = [Cell(str(cell + 1), cell % size, cell // size) for cell in range(size * size)]
        pieces = [Piece(str(i + 1), *signs[mark]) for i, mark in enumerate(marks(p)) if mark != "."]
        down = [Line([(i - 0.5, -0.5), (i - 0.5, size - 0.5)]) for i in range(1, size)]
        across = [Line([(-0.5, i - 0.5), (size - 0.5, i - 0.5)]) for i in range(1, size)]
        touch = {cell: (str(cell + 1),) for cell in moves(p)}
        rows = rows_of(p.theirs, (1, stride - 1, stride, stride + 1), length)
        winning = [str(bit - bit // stride + 1) for bit in each(rows)]
        return Board(cells, pieces, moves=touch, lines=[*down, *across], ground="paper", winning=winning)

    def move_name(p: Position, cell: int) -> str:
        return str(cell + 1)

    return Game.of(locals())
