"""A board: the description of a position, and its picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.board.checks import (
    MOST_CELLS,
    MOST_LABELS,
    MOST_LINES,
    MOST_PIECES,
    check_measure,
    check_names,
    check_points,
    check_rows,
    known,
    refuse,
)
from kibitz.board.palette import DARK, LIGHT, VARIABLES
from kibitz.board.parts import CELL_SHAPES, GROUNDS, PIECE_SHAPES, TEXTS, TONES, TURNING, Cell, Label, Line, Piece
from kibitz.board.pieces import draw_piece
from kibitz.board.svg import (
    Box,
    Pen,
    around,
    box_at,
    draw_box,
    draw_cell,
    draw_edge,
    draw_front,
    draw_glow,
    draw_ground,
    draw_hit,
    draw_label,
    draw_line,
    draw_walls,
    draw_win,
    number,
    placed,
    plate_of,
    shine,
)

CALLED = {"die": "a die", "eater": "an eater"}
MARGIN = 0.06  # around the picture
LABEL_ROOM = 0.36
CELL_PIXELS = 48
FONTS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
TURN = "rotate(180)"
TURNED = f'<g transform="{TURN}">{{}}</g>'


@dataclass(frozen=True)
class Board:
    """What a position looks like, and the cells that its moves are made of."""

    cells: Sequence[Cell]
    pieces: Sequence[Piece] = ()
    labels: Sequence[Label] = ()
    moves: Mapping[int, Sequence[str]] = field(default_factory=dict)  # the cells to touch for a move, in order
    lines: Sequence[Line] = ()
    ground: str = "plain"  # one of GROUNDS
    players: Sequence[str] = ("first", "second")  # the tones of their pieces
    winning: Sequence[str] = ()  # the cells that decide a finished game, as a line of stones does

    def check(self) -> None:
        """Raise GameError unless the board can be drawn."""
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
            check_measure("size of a piece", piece.size)
            if piece.shape in TEXTS:
                known(f"text of {CALLED[piece.shape]}", piece.text, TEXTS[piece.shape])
        for line in self.lines:
            check_points(line.points)
            check_measure("width of a line", line.width)
            known("tone", line.tone, TONES)
        check_names("players must be a list of tones", self.players)
        for tone in self.players:
            known("tone of a player", tone, TONES)
        check_names("winning cells must be a list of names", self.winning)
        for name in self.winning:
            known("winning cell", name, names)
        if not isinstance(self.moves, Mapping):
            refuse(f"the moves must be a dict, got {self.moves!r:.60}")
        for cells in self.moves.values():
            check_names("cells of a move must be a list of names", cells)
            for name in cells:
                known("cell of a move", name, names)

    def svg(
        self, *, flip: bool = False, marks: Sequence[str] = (), size: float = CELL_PIXELS, dark: bool = False
    ) -> str:
        """Return a picture of the board as a whole SVG document.

        `flip` turns it upside down, `marks` are the cells of the last move, and `size` is the width of a cell in
        pixels. The picture has its own background, so it can be read on any page; `dark` suits a dark one.
        """
        self.check()
        check_measure("size", size)
        cells = {cell.name: cell for cell in self.cells}
        for name in marks:
            known("marked cell", name, cells)
        marked = [cells[name] for name in marks]
        pen, sign, whole = Pen(DARK if dark else LIGHT), -1 if flip else 1, TURNED if flip else "{}"
        left, top, right, bottom = frame = turned(self.frame) if flip else self.frame

        turn = TURN if flip else ""

        def put(markup: str, part: Cell | Label, turn: str = "") -> str:
            return placed(markup, sign * part.x, sign * part.y, turn)

        def stood(piece: Piece) -> str:
            cell, turned = cells[piece.cell], turn if piece.shape in TURNING else ""
            drawn = draw_piece(pen, piece, cell.width, cell.height)
            return placed(drawn, sign * (cell.x + piece.x), sign * (cell.y + piece.y), turned)

        layers = (
            draw_box(pen, frame, "", fill="paper", rx=0.16),
            whole.format(self.under(pen)),
            *(put(draw_cell(pen, cell, self.ground), cell, turn) for cell in self.cells),
            *(put(draw_glow(pen, cell, self.ground), cell, turn) for cell in marked),
            *map(stood, self.pieces),
            whole.format(self.over(pen)),
            *(put(draw_edge(pen, cell, self.ground), cell, turn) for cell in marked),
            *(put(draw_win(pen, cells[name]), cells[name], turn) for name in self.winning),
            *(put(draw_label(pen, label, self.ground, flip), label) for label in self.labels),
        )
        width, height = right - left, bottom - top
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Board" font-family="{FONTS}" '
            f'viewBox="{number(left)} {number(top)} {number(width)} {number(height)}" '
            f'width="{number(width * size)}" height="{number(height * size)}">'
            f"<defs>{shine(pen)}</defs>{''.join(layers)}</svg>"
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_json(self) -> dict[str, Any]:
        """Return the description as a JSON object, with the drawings of its parts for a page.

        `drawings` is a list of SVG fragments around 0, 0; a part's `drawing` is an index into it. `under` and `over`
        are fragments below the cells and above the pieces. Moves are left to whoever knows what is legal.
        """
        self.check()
        pen = Pen(VARIABLES)
        sizes = {cell.name: (cell.width, cell.height) for cell in self.cells}
        drawings: dict[str, int] = {}

        def drawn(markup: str) -> int:
            return drawings.setdefault(markup, len(drawings))

        def touched(cell: Cell) -> str:
            return draw_cell(pen, cell, self.ground) + draw_glow(pen, cell, self.ground) + draw_hit(pen, cell)

        left, top, right, bottom = self.frame
        return {
            "ground": self.ground,
            "players": list(self.players),
            "frame": [left, top, right, bottom],
            "shine": shine(pen),
            "under": self.under(pen),
            "over": self.over(pen),
            "cells": [
                {
                    **cell._asdict(),
                    "drawing": drawn(touched(cell)),
                    "edge": drawn(draw_edge(pen, cell, self.ground)),
                    "win": drawn(draw_win(pen, cell)) if cell.name in self.winning else None,
                }
                for cell in self.cells
            ],
            "pieces": [
                {**piece._asdict(), "drawing": drawn(draw_piece(pen, piece, *sizes[piece.cell]))}
                for piece in self.pieces
            ],
            "labels": [
                {
                    **label._asdict(),
                    "drawing": drawn(draw_label(pen, label, self.ground)),
                    "turned_drawing": drawn(draw_label(pen, label, self.ground, flip=True)),
                }
                for label in self.labels
            ],
            "lines": [line._asdict() for line in self.lines],
            "winning": list(self.winning),
            "drawings": list(drawings),
        }

    @property
    def room(self) -> tuple[Box, Box]:
        """Return the box around the cells, and the box around the cells, labels and lines."""
        cells = around(box_at(cell.x, cell.y, cell.width, cell.height) for cell in self.cells)
        labels = (box_at(label.x, label.y, LABEL_ROOM, LABEL_ROOM) for label in self.labels)
        lines = (box_at(x, y, line.width, line.width) for line in self.lines for x, y in line.points)
        return cells, around([cells, *labels, *lines])

    @property
    def plate(self) -> Box:
        """Return where the ground lies."""
        return plate_of(self.ground, self.cells, *self.room)

    @property
    def frame(self) -> Box:
        """Return the box around the whole picture."""
        return around([self.plate, self.room[1]]).grown(MARGIN, MARGIN)

    def under(self, pen: Pen) -> str:
        """Draw the ground, the walls and the lines."""
        lines = (draw_line(pen, line, self.ground) for line in self.lines)
        return draw_ground(pen, self.ground, self.plate) + draw_walls(pen, self.cells) + "".join(lines)

    def over(self, pen: Pen) -> str:
        """Draw what stands before the pieces."""
        return draw_front(pen, self.ground, self.cells, self.plate)


def turned(box: Box) -> Box:
    """Return a box turned upside down around 0, 0."""
    return Box(-box.right, -box.bottom, -box.left, -box.top)
