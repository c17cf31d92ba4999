"""What a position looks like: cells, pieces, labels, and the cells that a move is made of.

A game's `board(p)` returns a `Board`. It is a description, never markup: everything is drawn from the grounds, shapes
and tones that are listed here, in the same way for the browser, for notebooks and for pictures, and every text is
written as text.

    def board(p):
        return Board(grid(3, 3), pieces=[Piece("b2", "cross", "first")], moves={0: ("a1",), 2: ("c1",)})
"""

from kibitz.board.checks import MOST_CELLS, MOST_LABELS, MOST_LINES, MOST_PIECES, MOST_POINTS, MOST_TEXT
from kibitz.board.description import Board
from kibitz.board.grid import coordinates, grid, rack, square
from kibitz.board.parts import CELL_SHAPES, GROUNDS, PIECE_SHAPES, TEXTS, TONES, Cell, Label, Line, Piece

__all__ = [
    "CELL_SHAPES",
    "GROUNDS",
    "MOST_CELLS",
    "MOST_LABELS",
    "MOST_LINES",
    "MOST_PIECES",
    "MOST_POINTS",
    "MOST_TEXT",
    "PIECE_SHAPES",
    "TEXTS",
    "TONES",
    "Board",
    "Cell",
    "Label",
    "Line",
    "Piece",
    "coordinates",
    "grid",
    "rack",
    "square",
]
