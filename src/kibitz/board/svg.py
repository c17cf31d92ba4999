"""SVG of the parts of a board: its ground, cells, lines and labels.

Each part is drawn around 0, 0 and is put in its place by whoever composes the picture. Numbers, names and colours are
ours; a game's texts are written as text, with every character that could be markup escaped.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from kibitz.board.parts import Cell, Label, Line

LABEL_SIZE = 0.27
SLOT = 0.12  # between two slots of a wooden tray
WALL, WALL_EDGE = 0.56, 0.07  # the thickness of a wall, and of the line around it
HOLE, RIM, CORNER = 0.41, 0.425, 0.22  # of a rack: radii of a hole, of its rim, and of the corners
SHINE = "kibitz-shine"
PAINTS = ("fill", "stroke", "fill_opacity")
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
GROUND_INK = {"wood": "wood-ink", "felt": "felt-ink", "paper": "sheet-ink", "maze": "maze-ink"}
CELL_COLOURS = {"light": "square-light", "dark": "square-dark"}
LINE_COLOURS = {"light": "white", "dark": "black"}
POINTS = {"point-up": 1, "point-down": -1}  # on which side the base of the triangle is: 1 below, -1 above
Attributes = dict[str, str | float]


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, across: float, along: float) -> "Box":
        """Return the box with more room on the left and right, and above and below."""
        return Box(self.left - across, self.top - along, self.right + across, self.bottom + along)


class Pen:
    """Writes elements of SVG in the colours of a palette."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self.colours = colours

    def element(self, tag: str, kind: str = "", inside: str = "", /, **attributes: str | float) -> str:
        """Return an element of a class; `inside` is markup, and paints are names of colours."""
        shown = f' class="{kind}"' if kind else ""
        for name, value in attributes.items():
            if name in PAINTS:
                value = self.colours.get(str(value), value)
            text = value if isinstance(value, str) else number(value)
            shown += f' {name.replace("_", "-")}="{text}"'
        return f"<{tag}{shown}>{inside}</{tag}>" if inside else f"<{tag}{shown}/>"

    def text(self, words: str, kind: str, size: float, /, **attributes: str | float) -> str:
        """Return a text around a point."""
        place = {"text_anchor": "middle", "dominant_baseline": "central"}
        return self.element("text", kind, escaped(words), font_size=size, **place, **attributes)


def number(value: float) -> str:
    """Return a number as short as a picture needs it."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return a text that markup shows as it is; characters that XML does not allow are replaced."""
    return escape(NOT_XML.sub("\ufffd", text))


def placed(markup: str, x: float, y: float, turn: str = "") -> str:
    """Return a drawing at a point, turned around it; of nothing, nothing."""
    return markup and f'<g transform="translate({number(x)} {number(y)}){turn}">{markup}</g>'


def box_at(x: float, y: float, width: float, height: float) -> Box:
    """Return the box around a point."""
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def around(boxes: Iterable[Box]) -> Box:
    """Return the box that holds all of these."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


def corners(points: Iterable[tuple[float, float]]) -> str:
    """Return the points of a polygon as an attribute."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def shine(pen: Pen) -> str:
    """Return the gradient that makes discs and seeds look round."""
    stops = (("0%", "#fff", 0.42), ("45%", "#fff", 0.04), ("100%", "#000", 0.3))
    inside = "".join(
        pen.element("stop", offset=at, stop_color=colour, stop_opacity=share) for at, colour, share in stops
    )
    return pen.element("radialGradient", "", inside, id=SHINE, cx="36%", cy="28%", r="80%")


# The ground


def plate_of(ground: str, cells: Sequence[Cell], inner: Box, outer: Box) -> Box:
    """Return where the ground lies: around the cells, with equal room for labels on opposite sides."""
    if ground == "rack" and holes_of(cells):
        return around(box_at(cell.x, cell.y, 1.24, 1.24) for cell in holes_of(cells))
    if ground == "plain":
        return inner
    across = max(inner.left - outer.left, outer.right - inner.right)
    along = max(inner.top - outer.top, outer.bottom - inner.bottom)
    return inner.grown(across + 0.1, along + 0.1)


def holes_of(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells that are holes of a rack."""
    return [cell for cell in cells if cell.shape == "round"]


def draw_ground(pen: Pen, ground: str, plate: Box) -> str:
    """Draw what lies under everything."""
    if ground == "plain":
        return ""
    fill, stroke, thick = {
        "wood": ("wood", "wood-edge", 0.04),
        "felt": ("felt", "felt-edge", 0.1),
        "paper": ("sheet", "line", 0.02),
        "rack": ("hole", "none", 0.04),
        "maze": ("maze", "maze-edge", 0.04),
    }[ground]
    return draw_box(pen, plate, "plate", fill=fill, stroke=stroke, stroke_width=thick, rx=0.16)


def draw_box(pen: Pen, box: Box, kind: str, /, **attributes: str | float) -> str:
    """Draw a rectangle."""
    left, top, right, bottom = box
    return pen.element("rect", kind, x=left, y=top, width=right - left, height=bottom - top, **attributes)


def draw_front(pen: Pen, ground: str, cells: Sequence[Cell], plate: Box) -> str:
    """Draw what stands before the pieces: the front of a rack, with its holes."""
    holes = holes_of(cells)
    if ground != "rack" or not holes:
        return ""
    left, top, right, bottom = plate.grown(-CORNER, -CORNER)
    corner = f"a{CORNER} {CORNER} 0 0 1 "
    path = (
        f"M{number(left)} {number(plate.top)}H{number(right)}{corner}{CORNER} {CORNER}"
        f"V{number(bottom)}{corner}-{CORNER} {CORNER}H{number(left)}{corner}-{CORNER} -{CORNER}"
        f"V{number(top)}{corner}{CORNER} -{CORNER}Z"
    )
    circle = f"a{HOLE} {HOLE} 0 1 0 {2 * HOLE} 0a{HOLE} {HOLE} 0 1 0 -{2 * HOLE} 0Z"
    path += "".join(f"M{number(cell.x - HOLE)} {number(cell.y)}{circle}" for cell in holes)
    edge = {"stroke": "rack-edge"}
    front = pen.element("path", "rack", d=path, fill="rack", fill_rule="evenodd", stroke_width=0.03, **edge)
    rims = (
        pen.element("circle", "rim", cx=cell.x, cy=cell.y, r=RIM, fill="none", stroke_width=0.035, **edge)
        for cell in holes
    )
    return front + "".join(rims)


def draw_walls(pen: Pen, cells: Sequence[Cell]) -> str:
    """Draw the walls of a maze; those of one tone join where they are neighbours.

    Each is a thick stroke to its neighbours on the right and below, drawn twice: what is left of the wider one is the
    line around them all. Where four walls meet, a square fills the gap between their strokes.
    """
    tones: dict[str, dict[tuple[float, float], None]] = {}
    for cell in cells:
        if cell.shape == "wall":
            tones.setdefault(cell.tone, {})[cell.x, cell.y] = None
    drawn = ""
    for tone, places in tones.items():
        strokes, squares = "", ""
        for x, y in places:
            right, below = (x + 1, y) in places, (x, y + 1) in places
            at = f"M{number(x)} {number(y)}"
            strokes += at + ("h1" if right else "") + (f"{at}v1" if below else "") + ("" if right or below else "h0")
            if right and below and (x + 1, y + 1) in places:
                squares += f"{at}h1v1h-1Z"
        fill = "wall" if tone == "plain" else CELL_COLOURS.get(tone, tone)
        for paint, width in (("wall-edge", WALL + WALL_EDGE), (fill, WALL - WALL_EDGE)):
            ends: Attributes = {"stroke_linecap": "round", "stroke_linejoin": "round"}
            drawn += pen.element("path", "wall", d=strokes, fill="none", stroke=paint, stroke_width=width, **ends)
            drawn += pen.element("path", "wall", d=squares, fill=paint) if squares else ""
    return drawn


def draw_line(pen: Pen, line: Line, ground: str) -> str:
    """Draw a line where it lies."""
    points = "L".join(f"{number(x)} {number(y)}" for x, y in (line.points[0], *line.points))
    stroke = LINE_COLOURS.get(line.tone, line.tone)
    if ground == "felt":
        stroke = "felt-edge"
    elif line.tone == "plain":
        stroke = GROUND_INK.get(ground, "soft")
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return pen.element("path", "line", d=f"M{points}", fill="none", stroke=stroke, stroke_width=line.width, **ends)


def draw_label(pen: Pen, label: Label, ground: str, flip: bool = False) -> str:
    """Draw a label around 0, 0; on a board that is turned it may say something else."""
    words = label.turned if flip and label.turned else label.text
    fill = GROUND_INK.get(ground, "soft")
    return pen.text(words, "label", LABEL_SIZE, fill=fill, opacity=0.85, font_weight=600)


# Cells


def draw_outline(pen: Pen, cell: Cell, kind: str, margin: float = 0, /, **paints: str | float) -> str:
    """Draw the outline of a cell, smaller by a margin."""
    width, height = cell.width - margin, cell.height - margin
    size = min(width, height)
    if cell.shape == "hex":
        x, y = width / 2, height / 2
        points = corners([(0, -y), (x, -y / 2), (x, y / 2), (0, y), (-x, y / 2), (-x, -y / 2)])
        return pen.element("polygon", kind, points=points, **paints)
    if cell.shape == "dot":
        return pen.element("circle", kind, r=0.14 * min(cell.width, cell.height), **paints)
    if cell.shape == "round":
        return pen.element("circle", kind, r=0.43 * size, **paints)
    if cell.shape == "pit":
        return draw_box(pen, box_at(0, 0, width - 0.1, height - 0.1), kind, rx=size / 2 - 0.05, **paints)
    if cell.shape == "bar":
        long, thick = 0.8 * max(cell.width, cell.height), min(0.2, cell.width, cell.height)
        box = box_at(0, 0, long, thick) if cell.width > cell.height else box_at(0, 0, thick, long)
        return draw_box(pen, box, kind, rx=thick / 2, **paints)
    if cell.shape in POINTS:
        base = POINTS[cell.shape] * height / 2
        points = corners([(-0.46 * width, base), (0, -0.92 * base), (0.46 * width, base)])
        return pen.element("polygon", kind, points=points, **paints)
    return draw_box(pen, box_at(0, 0, width, height), kind, rx=margin / 2, **paints)


def draw_cell(pen: Pen, cell: Cell, ground: str) -> str:
    """Draw a cell around 0, 0; walls are drawn together."""
    if cell.shape == "wall":
        return ""
    fill, stroke, margin = "card", "line", 0.0
    if cell.shape == "hex":
        fill, stroke = "sheet", "soft"
    elif ground == "paper":
        fill, stroke = "line" if cell.shape == "bar" else "none", "none"
    elif ground == "maze":
        fill, stroke = "none", "none"
    elif ground == "rack" and cell.shape in ("round", "square"):
        fill, stroke = "none", "none" if cell.shape == "round" else "line"
    elif ground == "felt":
        fill, stroke = "none", "felt-edge"
    elif ground == "wood":
        fill, stroke = "pit", "none" if cell.shape == "square" else "pit-edge"
        margin = SLOT if (cell.shape, cell.tone) == ("square", "plain") else 0.0
    if cell.tone != "plain":
        fill = CELL_COLOURS.get(cell.tone, cell.tone)
    faint: Attributes = {"opacity": 0.35} if (ground, cell.shape) == ("paper", "bar") else {}
    return draw_outline(pen, cell, "face", margin, fill=fill, stroke=stroke, stroke_width=0.025, **faint)


def draw_glow(pen: Pen, cell: Cell, ground: str) -> str:
    """Draw the light on a cell of the last move, below what stands there; some are marked by an edge, a maze's not."""
    dark = ground == "maze" or ground == "felt" and cell.shape not in POINTS
    fill = "none" if dark or cell.shape == "pit" else "last"
    return draw_outline(pen, cell, "glow", fill=fill, fill_opacity="last-opacity")


def draw_edge(pen: Pen, cell: Cell, ground: str) -> str:
    """Draw the edge of a cell of the last move, above what stands there, on a ground where light is not visible."""
    dark = ground in ("rack", "felt") and cell.shape not in POINTS
    if not dark and cell.shape != "pit" and (ground, cell.shape) != ("paper", "bar"):
        return ""
    stroke = "ink" if ground == "rack" else "last-edge"
    return draw_outline(pen, cell, "edge", 0.12, fill="none", stroke=stroke, stroke_width=0.045)


def draw_win(pen: Pen, cell: Cell) -> str:
    """Draw the frame of a cell that decides the game, above what stands there, in two colours to stand out anywhere."""
    wide, narrow = (
        draw_outline(pen, cell, "win", 0.14, fill="none", stroke=stroke, stroke_width=width)
        for stroke, width in (("win-edge", 0.13), ("win", 0.075))
    )
    return wide + narrow


def draw_hit(pen: Pen, cell: Cell) -> str:
    """Draw where a cell is touched: all of its room; for a bar also the halves of the boxes beside it."""
    if cell.shape == "hex":
        return draw_outline(pen, cell, "hit", fill="none")
    if cell.shape == "bar":
        far = max(cell.width, cell.height) / 2
        return pen.element("polygon", "hit", points=corners([(0, -far), (far, 0), (0, far), (-far, 0)]), fill="none")
    return draw_box(pen, box_at(0, 0, cell.width, cell.height), "hit", fill="none")
