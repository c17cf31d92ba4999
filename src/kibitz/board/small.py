"""A small picture of a board, for the nodes of a tree: no labels and no moves, only where things stand."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kibitz.board.description import Board
from kibitz.board.palette import VARIABLES
from kibitz.board.pieces import draw_piece
from kibitz.board.svg import HOLE, Box, Pen, draw_box, draw_cell, holes_of, placed

MOST_SMALL = 49
"""Boards with more cells than this cannot be read when they are small."""


class Small(NamedTuple):
    """A small picture: what is the same for most positions of a game, and what stands on it."""

    frame: Box
    stage: str  # SVG of the ground and the cells
    pieces: list[tuple[float, float, str]]  # where each one stands, and its SVG around 0, 0

    def to_json(self) -> dict[str, Any]:
        """Return the picture as a JSON object."""
        return {"frame": list(self.frame), "stage": self.stage, "pieces": [list(piece) for piece in self.pieces]}

    def svg(self) -> str:
        """Return the picture as a fragment of SVG."""
        return self.stage + "".join(placed(markup, x, y) for x, y, markup in self.pieces)


def small(board: Board | None, colours: Mapping[str, str] = VARIABLES) -> Small | None:
    """Return a small picture of a board; None if there is no board, or it has too many cells."""
    if board is None or len(board.cells) > MOST_SMALL:
        return None
    pen, cells = Pen(colours), {cell.name: cell for cell in board.cells}
    holes = holes_of(board.cells) if board.ground == "rack" else []
    if holes:
        # The front of a rack hides what is behind it; here it is a plate with dark discs where nothing stands.
        stage = draw_box(pen, board.plate, "", fill="rack", rx=0.22)
        stage += "".join(pen.element("circle", "", cx=hole.x, cy=hole.y, r=HOLE, fill="hole") for hole in holes)
        frame = board.plate
    else:
        stage = board.under(pen)
        stage += "".join(placed(draw_cell(pen, cell, board.ground), cell.x, cell.y) for cell in board.cells)
        frame = board.plate
    pieces = [
        (cell.x + piece.x, cell.y + piece.y, draw_piece(pen, piece, cell.width, cell.height))
        for piece in board.pieces
        for cell in [cells[piece.cell]]
    ]
    return Small(frame, stage, pieces)
