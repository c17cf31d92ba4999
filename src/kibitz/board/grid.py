"""Cells and labels of common boards."""

from collections.abc import Sequence

from kibitz.board.parts import Cell, Label


def grid(
    columns: int, rows: int, shape: str = "square", tones: Sequence[str] = ("plain",), down: bool = False
) -> list[Cell]:
    """Return the cells of a board of squares, with a1 at the bottom left (down: at the top left).

    Tones alternate, and a1 has the first.
    """
    return [
        Cell(square(column, row), column, row if down else rows - 1 - row, shape, tones[(column + row) % len(tones)])
        for row in range(rows)
        for column in range(columns)
    ]


def rack(columns: int, rows: int) -> list[Cell]:
    """Return the holes of an upright board, with 1.1 at the bottom left; the cells of a column form a group."""
    return [
        Cell(f"{column + 1}.{row + 1}", column, rows - 1 - row, "round", group=f"column {column + 1}")
        for row in range(rows)
        for column in range(columns)
    ]


def square(column: int, row: int) -> str:
    """Return the name of a cell of a grid: a1, b1, …"""
    return f"{chr(ord('a') + column)}{row + 1}"


def coordinates(columns: int, rows: int, down: bool = False) -> list[Label]:
    """Return the letters below a grid (down: above it) and the numbers on its left."""
    letters = [Label(column, -0.7 if down else rows - 0.3, chr(ord("a") + column)) for column in range(columns)]
    return [*letters, *(Label(-0.7, row if down else rows - 1 - row, str(row + 1)) for row in range(rows))]
