"""What a position looks like, for a page that draws it: cells, pieces, labels, and the cells that a move is made of.

A game's `board(p)` gives a `Board`. It is a description, never markup: a page draws the grounds, shapes and tones that
are listed here, and writes every text as text.

    x to the right, y down, one unit a cell; a cell lies around its x and y

    def board(p):
        return Board(grid(3, 3), pieces=[Piece("b2", "cross", "first")], moves={0: ("a1",), 2: ("c1",)})
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from kibitz.errors import GameError

GROUNDS = ("plain", "paper", "wood", "felt", "rack")
"""What the cells lie on. On paper only lines and pieces are seen; a rack stands upright, its round cells are holes."""
CELL_SHAPES = ("square", "round", "hex", "pit", "dot", "bar")
PIECE_SHAPES = (
    *("disc", "ring", "cross", "square", "triangle", "star", "diamond", "bar", "fill", "seeds", "text"),
    *("pawn", "knight", "bishop", "rook", "queen", "king"),
)
TONES = ("plain", "light", "dark", "first", "second", "red", "blue", "yellow", "green")
"""first and second are the players' colours."""
MOST_CELLS, MOST_PIECES, MOST_LABELS, MOST_LINES = 1000, 2000, 200, 200
MOST_POINTS = 200  # of a line
MOST_TEXT = 200
FARTHEST = 1000  # from 0 to the right, left, up or down


class Cell(NamedTuple):
    """A place on the board."""

    name: str  # what people call it; no two have the same
    x: float
    y: float
    shape: str = "square"  # one of CELL_SHAPES
    tone: str = "plain"  # one of TONES
    width: float = 1.0
    height: float = 1.0
    group: str = ""  # touching any cell of a group means the one that a move names: a column to drop into


class Piece(NamedTuple):
    """Something that stands on a cell."""

    cell: str
    shape: str  # one of PIECE_SHAPES
    tone: str = "plain"
    text: str = ""  # written on it: a number of seeds, a letter
    name: str = ""  # what people call it: "white knight"; by default its shape


class Label(NamedTuple):
    """Text beside the cells."""

    x: float
    y: float
    text: str


class Line(NamedTuple):
    """A stroke below the cells, from point to point; a single point is a dot."""

    points: Sequence[tuple[float, float]]
    tone: str = "plain"
    width: float = 0.05


@dataclass(frozen=True)
class Board:
    """A picture of a position."""

    cells: Sequence[Cell]
    pieces: Sequence[Piece] = ()
    labels: Sequence[Label] = ()
    moves: Mapping[int, Sequence[str]] = field(default_factory=dict)  # the cells to touch for a move, in turn
    lines: Sequence[Line] = ()
    ground: str = "plain"  # one of GROUNDS
    players: Sequence[str] = ("first", "second")  # the tones of their pieces

    def to_json(self) -> dict[str, Any]:
        """Check the description, and give it as a JSON object; `moves` is left to who knows what is legal."""
        known("ground", self.ground, GROUNDS)
        check_rows("cells", self.cells, Cell, MOST_CELLS)
        check_rows("pieces", self.pieces, Piece, MOST_PIECES)
        check_rows("labels", self.labels, Label, MOST_LABELS)
        check_rows("lines", self.lines, Line, MOST_LINES)
        if not self.cells:
            refuse("a board has at least one cell")
        names = {cell.name for cell in self.cells}
        if len(names) != len(self.cells):
            refuse("two cells of a board have the same name")
        for cell in self.cells:
            known("shape of a cell", cell.shape, CELL_SHAPES)
            known("tone", cell.tone, TONES)
            check_measure("width and height of a cell", cell.width, cell.height)
        for piece in self.pieces:
            known("cell of a piece", piece.cell, names)
            known("shape of a piece", piece.shape, PIECE_SHAPES)
            known("tone", piece.tone, TONES)
        for line in self.lines:
            check_points(line.points)
            check_measure("width of a line", line.width)
            known("tone", line.tone, TONES)
        if not isinstance(self.players, Sequence) or isinstance(self.players, str):
            refuse(f"the players must be a list of tones, got {self.players!r:.60}")
        for tone in self.players:
            known("tone of a player", tone, TONES)
        if not isinstance(self.moves, Mapping):
            refuse(f"the moves must be a dict, got {self.moves!r:.60}")
        for cells in self.moves.values():
            if not isinstance(cells, Sequence) or isinstance(cells, str):
                refuse(f"the cells of a move must be a list of names, got {cells!r:.60}")
            for name in cells:
                known("cell of a move", name, names)
        return {
            "ground": self.ground,
            "players": list(self.players),
            "cells": [cell._asdict() for cell in self.cells],
            "pieces": [piece._asdict() for piece in self.pieces],
            "labels": [label._asdict() for label in self.labels],
            "lines": [line._asdict() for line in self.lines],
        }


def grid(
    columns: int, rows: int, shape: str = "square", tones: Sequence[str] = ("plain",), down: bool = False
) -> list[Cell]:
    """Give the cells of a board of squares, a1 below on the left (down: above); tones alternate, a1 has the first."""
    return [
        Cell(square(column, row), column, row if down else rows - 1 - row, shape, tones[(column + row) % len(tones)])
        for row in range(rows)
        for column in range(columns)
    ]


def rack(columns: int, rows: int) -> list[Cell]:
    """Give the holes of an upright board, 1.1 below on the left; those of a column are touched as one."""
    return [
        Cell(f"{column + 1}.{row + 1}", column, rows - 1 - row, "round", group=f"column {column + 1}")
        for row in range(rows)
        for column in range(columns)
    ]


def square(column: int, row: int) -> str:
    """Name a cell of a grid: a1, b1, …"""
    return f"{chr(ord('a') + column)}{row + 1}"


def coordinates(columns: int, rows: int, down: bool = False) -> list[Label]:
    """Give letters below a grid (down: above) and numbers on its left."""
    letters = [Label(column, -0.7 if down else rows - 0.3, chr(ord("a") + column)) for column in range(columns)]
    return [*letters, *(Label(-0.7, row if down else rows - 1 - row, str(row + 1)) for row in range(rows))]


def check_rows(what: str, rows: Any, kind: type, most: int) -> None:
    """Raise unless these are rows of a kind, not too many, of numbers and short texts."""
    if not isinstance(rows, Sequence):
        refuse(f"the {what} must be a list, got {rows!r:.60}")
    if len(rows) > most:
        refuse(f"a board has at most {most} {what}, not {len(rows)}")
    for row in rows:
        if not isinstance(row, kind):
            refuse(f"the {what} must be of {kind.__name__}, got {row!r:.60}")
        for name, wanted in kind.__annotations__.items():
            value = getattr(row, name)
            if wanted is str and not (isinstance(value, str) and len(value) <= MOST_TEXT):
                refuse(f"{name} must be a text of at most {MOST_TEXT} characters, got {value!r:.60}")
            if wanted is float and not is_number(value):
                refuse(f"{name} must be a number within ±{FARTHEST}, got {value!r:.60}")


def check_points(points: Any) -> None:
    """Raise unless a line has points that can be drawn."""
    good = isinstance(points, Sequence) and 0 < len(points) <= MOST_POINTS
    good = good and all(isinstance(at, Sequence) and len(at) == 2 and all(map(is_number, at)) for at in points)
    if not good:
        refuse(f"a line has 1 to {MOST_POINTS} points (x, y), got {points!r:.60}")


def check_measure(what: str, *values: float) -> None:
    """Raise unless something has a size."""
    if min(values) <= 0:
        refuse(f"the {what} must be above 0, got {min(values)!r}")


def is_number(value: Any) -> bool:
    """Say whether this is a number that can be drawn."""
    return isinstance(value, int | float) and -FARTHEST <= value <= FARTHEST


def known(what: str, value: Any, names: Collection[str]) -> None:
    """Raise unless a value is one of these."""
    if not isinstance(value, str) or value not in names:
        refuse(f"the {what} must be one of {', '.join(sorted(names)[:20])}, got {value!r:.60}")


def refuse(words: str) -> NoReturn:
    """Say what is wrong with a board."""
    raise GameError(f"`board`: {words}")
