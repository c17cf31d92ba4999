"""The parts of a board: cells, pieces, labels and lines, and the names of all that can be drawn.

x to the right, y down, one unit a cell; a cell lies around its x and y
"""

from collections.abc import Sequence
from typing import NamedTuple

GROUNDS = ("plain", "paper", "wood", "felt", "rack", "maze")
"""What the cells lie on. On paper only lines and pieces show, in a maze walls too; a rack stands upright, its round
cells are holes."""
CELL_SHAPES = ("square", "round", "hex", "pit", "dot", "bar", "wall", "point-up", "point-down")
PIECE_SHAPES = (
    *("disc", "ring", "cross", "square", "triangle", "star", "diamond", "bar", "fill", "seeds", "text"),
    *("pawn", "knight", "bishop", "rook", "queen", "king"),
    *("tile", "die", "ghost", "eater", "pellet", "pill"),
)
TEXTS = {"die": ("1", "2", "3", "4", "5", "6"), "eater": ("right", "left", "up", "down")}
"""For each shape of piece whose text is not written but drawn, the texts it may have."""
TURNING = ("eater",)
"""The shapes of pieces that turn with the board, as they face somewhere on it; all others stay upright."""
HEAT = tuple(f"heat-{step}" for step in range(1, 13))
TONES = ("plain", "light", "dark", "first", "second", "red", "blue", "yellow", "green", *HEAT)
"""The colours of cells, pieces and lines; first and second are those of the players, heat goes from pale to glowing."""


class Cell(NamedTuple):
    """A place on the board."""

    name: str  # what people call it, unique on its board
    x: float
    y: float
    shape: str = "square"  # one of CELL_SHAPES
    tone: str = "plain"  # one of TONES
    width: float = 1.0
    height: float = 1.0
    group: str = ""  # touching any cell of a group means the one that a move names, as in a column to drop into


class Piece(NamedTuple):
    """Something that stands on a cell."""

    cell: str
    shape: str  # one of PIECE_SHAPES
    tone: str = "plain"
    text: str = ""  # written on it: a number of seeds, a letter; where it is drawn instead, one of TEXTS
    name: str = ""  # what people call it, such as "white knight"; by default its shape
    x: float = 0.0  # how far from the middle of its cell: several pieces may stand on one
    y: float = 0.0
    size: float = 1.0  # 0.5: half as large


class Label(NamedTuple):
    """Text beside the cells."""

    x: float
    y: float
    text: str
    turned: str = ""  # what it says on a board that is turned upside down, by default the same


class Line(NamedTuple):
    """A stroke below the cells, from point to point; a single point is a dot."""

    points: Sequence[tuple[float, float]]
    tone: str = "plain"
    width: float = 0.05
