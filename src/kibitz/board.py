"""What a position looks like, for a page that draws it: cells, pieces, labels, and the cells that a move is made of.

A game's `board(p)` gives a `Board`. It is a description, never markup: a page draws the shapes and tones that are
listed here, and writes every text as text.

    x to the right, y down, one unit a cell; a cell lies around its x and y

    def board(p):
        return Board(grid(3, 3), pieces=[Piece("b2", "cross", "first")], moves={0: ("a1",), 2: ("c1",)})
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.errors import GameError

CELL_SHAPES = ("square", "round", "hex", "pit", "dot", "bar")
PIECE_SHAPES = (
    *("disc", "ring", "cross", "square", "triangle", "star", "diamond", "bar", "fill", "seeds", "text"),
    *("pawn", "knight", "bishop", "rook", "queen", "king"),
)
TONES = ("plain", "light", "dark", "first", "second", "red", "blue", "yellow", "green")
"""first and second are the players' colours."""
MOST_CELLS, MOST_PIECES, MOST_LABELS = 1000, 2000, 200
MOST_TEXT = 200


class Cell(NamedTuple):
    """A place on the board."""

    name: str  # what people call it; no two have the same
    x: float
    y: float
    shape: str = "square"  # one of CELL_SHAPES
    tone: str = "plain"  # one of TONES
    width: float = 1.0
    height: float = 1.0


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


@dataclass(frozen=True)
class Board:
    """A picture of a position."""

    cells: Sequence[Cell]
    pieces: Sequence[Piece] = ()
    labels: Sequence[Label] = ()
    moves: Mapping[int, Sequence[str]] = field(default_factory=dict)  # the cells to touch for a move, in turn

    def to_json(self) -> dict[str, Any]:
        """Check the description, and give it as a JSON object; `moves` is left to who knows what is legal."""
        names = {cell.name for cell in self.cells}
        refuse(len(names) != len(self.cells), "two cells of a board have the same name")
        refuse(not 0 < len(self.cells) <= MOST_CELLS, f"a board has 1 to {MOST_CELLS} cells, not {len(self.cells)}")
        refuse(len(self.pieces) > MOST_PIECES, f"a board has at most {MOST_PIECES} pieces, not {len(self.pieces)}")
        refuse(len(self.labels) > MOST_LABELS, f"a board has at most {MOST_LABELS} labels, not {len(self.labels)}")
        for cell in self.cells:
            known("shape of a cell", cell.shape, CELL_SHAPES)
            known("tone", cell.tone, TONES)
        for piece in self.pieces:
            known("cell of a piece", piece.cell, names)
            known("shape of a piece", piece.shape, PIECE_SHAPES)
            known("tone", piece.tone, TONES)
        for cells in self.moves.values():
            for name in cells:
                known("cell of a move", name, names)
        rows = [*self.cells, *self.pieces, *self.labels]
        for value in (value for row in rows for value in row):
            good = len(value) <= MOST_TEXT if isinstance(value, str) else is_number(value)
            refuse(not good, f"a board has numbers and short texts, not {value!r}")
        return {
            "cells": [cell._asdict() for cell in self.cells],
            "pieces": [piece._asdict() for piece in self.pieces],
            "labels": [label._asdict() for label in self.labels],
        }


def grid(columns: int, rows: int, shape: str = "square", tones: Sequence[str] = ("plain",)) -> list[Cell]:
    """Give the cells of a board of squares, a1 below on the left; tones alternate, a1 has the first."""
    return [
        Cell(square(column, row), column, rows - 1 - row, shape, tones[(column + row) % len(tones)])
        for row in range(rows)
        for column in range(columns)
    ]


def square(column: int, row: int) -> str:
    """Name a cell of a grid: a1, b1, …"""
    return f"{chr(ord('a') + column)}{row + 1}"


def coordinates(columns: int, rows: int) -> list[Label]:
    """Give letters below a grid and numbers on its left."""
    below = [Label(column, rows - 0.3, chr(ord("a") + column)) for column in range(columns)]
    return [*below, *(Label(-0.7, rows - 1 - row, str(row + 1)) for row in range(rows))]


def is_number(value: Any) -> bool:
    """Say whether this is a number that can be drawn."""
    return isinstance(value, int | float) and math.isfinite(value)


def known(what: str, value: Any, names: Iterable[str]) -> None:
    """Raise unless a value is one of these."""
    refuse(value not in names, f"the {what} must be one of {', '.join(sorted(names)[:20])}, got {value!r}")


def refuse(wrong: bool, words: str) -> None:
    """Raise if something is wrong with a board."""
    if wrong:
        raise GameError(f"`board`: {words}")
