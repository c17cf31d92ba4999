"""SVG of pieces, each around 0, 0 of its cell."""

import math
from typing import NamedTuple

from kibitz.board.palette import PIECE_COLOURS
from kibitz.board.parts import HEAT, Piece
from kibitz.board.svg import SHINE, Attributes, Pen, corners, number

GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))  # seeds in a pit lie like those of a sunflower
MOST_SEEDS = 36  # drawn in a pit; the number says the rest
SEED_COLOURS = ("#d9cdb8", "#a9b8ad", "#cfa98a")
ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}
POLYGONS = {
    "square": [(-0.32, -0.32), (0.32, -0.32), (0.32, 0.32), (-0.32, 0.32)],
    "triangle": [(0, -0.4), (0.38, 0.28), (-0.38, 0.28)],
    "diamond": [(0, -0.42), (0.34, 0), (0, 0.42), (-0.34, 0)],
    "star": [
        (radius * math.sin(i * math.pi / 5), -radius * math.cos(i * math.pi / 5))
        for i, radius in enumerate((0.43, 0.18) * 5)
    ],
}
FOOT = "M-19 27H19Q26 29 26 37H-26Q-26 29 -19 27Z"
CROWNED_FOOT = "M-20 27H20Q26 29 26 37H-26Q-26 29 -20 27Z"
CHESS = {
    "pawn": (
        "M-7 -6C-6 8 -10 17 -19 27H19C10 17 6 8 7 -6Z",
        "M0 -31a12.5 12.5 0 1 1 0 25a12.5 12.5 0 1 1 0 -25Z",
        "M-12 -8H12Q16 -8 16 -5T12 -2H-12Q-16 -2 -16 -5T-12 -8Z",
        FOOT,
    ),
    "knight": (
        "M-17 27C-16 15 -3 9 -1 -3C-5 1 -11 2 -16 6C-19 10 -22 14 -27 12C-33 10 -32 3 -29 -2C-26 -7 -23 -11 -21 -17"
        "C-19 -24 -15 -28 -9 -31L-9 -41L1 -33C18 -31 28 -14 26 7C25 16 22 21 22 27Z",
        "M-19 27H22Q28 29 28 37H-25Q-25 29 -19 27Z",
    ),
    "bishop": (
        "M-9 5C-9 14 -13 20 -19 27H19C13 20 9 14 9 5Z",
        "M0 -33C11 -24 18 -14 14 -5C12 0 7 1 0 1S-12 0 -14 -5C-18 -14 -11 -24 0 -33Z",
        "M0 -42a5 5 0 1 1 0 10a5 5 0 1 1 0 -10Z",
        "M-12 1H12Q16 1 16 4T12 7H-12Q-16 7 -16 4T-12 1Z",
        FOOT,
    ),
    "rook": (
        "M-13 -13H13L17 27H-17Z",
        "M-22 -35H-12V-28H-5V-35H5V-28H12V-35H22V-19L15 -12H-15L-22 -19Z",
        FOOT,
    ),
    "queen": (
        "M-21 7L-32 -20L-16 -7L-16 -29L-5 -10L0 -34L5 -10L16 -29L16 -7L32 -20"
        "L21 7C17 13 17 20 20 27H-20C-17 20 -17 13 -21 7Z",
        "M-33 -27a4 4 0 1 1 0 8a4 4 0 1 1 0 -8Z"
        "M-16.5 -36a4 4 0 1 1 0 8a4 4 0 1 1 0 -8ZM0 -41a4 4 0 1 1 0 8a4 4 0 1 1 0 -8Z"
        "M16.5 -36a4 4 0 1 1 0 8a4 4 0 1 1 0 -8ZM33 -27a4 4 0 1 1 0 8a4 4 0 1 1 0 -8Z",
        CROWNED_FOOT,
    ),
    "king": (
        "M-3 -44H3V-38H9V-32H3V-22H-3V-32H-9V-38H-3Z",
        "M0 -24C9 -24 9 -14 0 -1C-9 -14 -9 -24 0 -24Z",
        "M-20 8C-36 -3 -37 -24 -19 -25C-8 -25 -2 -14 0 -1C2 -14 8 -25 19 -25"
        "C37 -24 36 -3 20 8C17 14 17 20 20 27H-20C-17 20 -17 14 -20 8Z",
        CROWNED_FOOT,
    ),
}
"""Chess pieces on a field of 100 × 100, from -50 to 50: what is filled, from the back to the front."""
CHESS_DETAILS = {
    "knight": "M3 -25C14 -20 19 -6 17 8C16 15 14 19 14 22M-27 4l2 -2M-1 -3C2 -7 3 -10 2 -14"
    "M-16 -15.5a1.9 1.9 0 1 0 3.6 -1.4",
    "bishop": "M0 -22V-7M-7 -15H7",
    "rook": "M-21 -20H21M-15 17H15",
    "queen": "M-20 8Q0 1 20 8M-17 18Q0 12 17 18",
    "king": "M-19 9Q0 1 19 9M-17 18Q0 12 17 18M0 -1V4",
}
"""The lines on them."""


PIPS = {
    "1": [(0, 0)],
    "2": [(-1, -1), (1, 1)],
    "3": [(-1, -1), (0, 0), (1, 1)],
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    "6": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
"""For each face of a die where its pips are."""
FACING = {"right": 0, "down": 90, "left": 180, "up": 270}
MOUTH = 0.62  # half of the angle that an eater's mouth is open
GHOST = (
    "M-36 38V-4C-36 -25 -20 -40 0 -40S36 -25 36 -4V38"
    "Q30 26 24 32T12 32T0 32T-12 32T-24 32Q-30 26 -36 38Z"
)  # on a field of 100 × 100, from -50 to 50
GLOWING = HEAT[8:]
SCARED = "blue"
"""The tone of a ghost that is scared."""


class Room(NamedTuple):
    """What a piece is drawn with: its colours, and the size of its cell."""

    body: str
    edge: str
    mark: str
    width: float
    height: float
    size: float  # the smaller of both


def draw_piece(pen: Pen, piece: Piece, width: float, height: float) -> str:
    """Draw a piece for a cell of this size."""
    room = Room(*PIECE_COLOURS[piece.tone], width, height, min(width, height))
    if piece.shape in CHESS:
        drawn = draw_chess(pen, piece, room)
    elif piece.shape in POLYGONS:
        drawn = draw_polygon(pen, piece, room)
    else:
        drawn = DRAWN[piece.shape](pen, piece, room)
    scaled: Attributes = {} if piece.size == 1 else {"transform": f"scale({number(piece.size)})"}
    return pen.element("g", f"shape-{piece.shape}", drawn, **scaled)


def draw_disc(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a flat stone."""
    size = room.size
    return (
        pen.element("circle", r=0.4 * size, cy=0.04 * size, fill="#000", opacity=0.28)
        + pen.element("circle", r=0.4 * size, fill=room.body, stroke=room.edge, stroke_width=0.025)
        + pen.element("circle", r=0.31 * size, fill="none", stroke=room.edge, stroke_width=0.02, opacity=0.45)
        + pen.element("circle", r=0.4 * size, fill=f"url(#{SHINE})")
        + written(pen, piece.text, 0.4 * size, room.mark)
    )


def draw_ring(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a thick ring."""
    return (
        pen.element("circle", r=0.28 * room.size, fill="none", stroke=room.edge, stroke_width=0.21)
        + pen.element("circle", r=0.28 * room.size, fill="none", stroke=room.body, stroke_width=0.16)
        + written(pen, piece.text, 0.3 * room.size, "ink")
    )


def draw_cross(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw two thick strokes; a text stands on a small plate in the middle."""
    far = number(0.26 * room.size)
    path: Attributes = {"d": f"M-{far} -{far}L{far} {far}M{far} -{far}L-{far} {far}", "fill": "none", **ROUND}
    strokes = pen.element("path", stroke=room.edge, stroke_width=0.21, **path)
    strokes += pen.element("path", stroke=room.body, stroke_width=0.16, **path)
    if not piece.text:
        return strokes
    plate = pen.element("circle", r=0.17 * room.size, fill="card", stroke=room.edge, stroke_width=0.02)
    return strokes + plate + written(pen, piece.text, 0.3 * room.size, "ink")


def draw_bar(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a stick as long as the cell."""
    thick = min(0.15, 0.5 * room.size)
    width, height = (0.84 * room.width, thick) if room.width > room.height else (thick, 0.84 * room.height)
    fill, stroke = ("ink", "none") if piece.tone == "plain" else (room.body, room.edge)
    place: Attributes = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": thick / 2}
    return pen.element("rect", fill=fill, stroke=stroke, stroke_width=0.025, **place)


def draw_fill(pen: Pen, piece: Piece, room: Room) -> str:
    """Paint the whole cell."""
    place: Attributes = {"x": -room.width / 2, "y": -room.height / 2, "width": room.width, "height": room.height}
    wash = pen.element("rect", rx=0.08 * room.size, fill=room.body, opacity=0.22, **place)
    return wash + written(pen, piece.text, 0.5 * room.size, room.body)


def draw_text(pen: Pen, piece: Piece, room: Room) -> str:
    """Write the text alone."""
    return written(pen, piece.text or piece.name, 0.5 * room.size, room.body)


def draw_seeds(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw as many seeds as the text says, and their number."""
    seeds = min(seed_count(piece.text), MOST_SEEDS)
    drawn = "".join(draw_seed(pen, i, seeds, room) for i in range(seeds))
    edge: Attributes = {"stroke": "#000", "stroke_opacity": 0.75, "stroke_width": 0.06, "stroke_linejoin": "round"}
    place: Attributes = {"y": room.height / 2 - 0.16 * room.size, "font_weight": 700, "paint_order": "stroke"}
    return drawn + pen.text(piece.text, "count", 0.3 * room.size, fill="#fff", **place, **edge)


def draw_seed(pen: Pen, i: int, seeds: int, room: Room) -> str:
    """Draw one of so many seeds."""
    far = 0.33 * math.sqrt((i + 0.5) / max(seeds, 3))
    place: Attributes = {
        "r": min(0.105, 0.3 / math.sqrt(seeds)) * room.size,
        "cx": far * room.width * math.cos(i * GOLDEN_ANGLE),
        "cy": far * room.height * math.sin(i * GOLDEN_ANGLE) - 0.07 * room.size,
    }
    edge: Attributes = {"stroke": "#000", "stroke_opacity": 0.45, "stroke_width": 0.012}
    body = pen.element("circle", **place, fill=SEED_COLOURS[i % 3], **edge)
    return body + pen.element("circle", **place, fill=f"url(#{SHINE})")


def seed_count(text: str) -> int:
    """Return the number that a text is, 0 if it is none."""
    return int(text) if text.isascii() and text.isdigit() else 0


def draw_polygon(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a piece with straight edges."""
    points = corners((x * room.size, y * room.size) for x, y in POLYGONS[piece.shape])
    edge: Attributes = {"stroke": room.edge, "stroke_width": 0.025, "stroke_linejoin": "round"}
    body = pen.element("polygon", points=points, fill=room.body, **edge)
    return body + written(pen, piece.text, 0.34 * room.size, room.mark)


def draw_chess(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a piece of chess."""
    drawn = pen.element("ellipse", cy=37, rx=29, ry=5, fill="#000", opacity=0.28)
    for path in CHESS[piece.shape]:
        edge: Attributes = {"stroke": room.edge, "stroke_width": 2.2, "stroke_linejoin": "round"}
        drawn += pen.element("path", d=path, fill=room.body, **edge)
    if piece.shape in CHESS_DETAILS:
        path = CHESS_DETAILS[piece.shape]
        drawn += pen.element("path", d=path, fill="none", stroke=room.mark, stroke_width=2.2, **ROUND)
    scaled = f"translate(0 {number(0.02 * room.size)}) scale({number(0.011 * room.size)})"
    return pen.element("g", "", drawn, transform=scaled) + written(pen, piece.text, 0.3 * room.size, room.mark)


def draw_tile(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a rounded square that fills its cell; the hottest glow."""
    width, height, round_by = 0.9 * room.width, 0.9 * room.height, 0.1 * room.size
    place: Attributes = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": round_by}
    glow = ""
    if piece.tone in GLOWING:
        halo: Attributes = {"stroke": "heat-glow", "stroke_width": 0.09, "stroke_opacity": 0.65}
        glow = pen.element("rect", fill="none", **halo, **place)
    body = pen.element("rect", fill=room.body, stroke=room.edge, stroke_width=0.012, **place)
    size = min(0.46, 1.12 / max(1, len(piece.text)))  # of a cell: four digits fit
    return glow + body + spelled(pen, piece.text, size * room.size, room.mark)


def draw_die(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a die from above."""
    body, edge, pip = ("die", "die-edge", "die-pip") if piece.tone in ("plain", "light") else room[:3]
    far, size = 0.2 * room.size, 0.76 * room.size
    place: Attributes = {"x": -size / 2, "y": -size / 2, "width": size, "height": size, "rx": 0.16 * room.size}
    shadow = pen.element("rect", **(place | {"y": 0.045 * room.size - size / 2}), fill="#000", opacity=0.28)
    face = pen.element("rect", **place, fill=body, stroke=edge, stroke_width=0.025)
    pips = (pen.element("circle", cx=x * far, cy=y * far, r=0.078 * room.size, fill=pip) for x, y in PIPS[piece.text])
    return shadow + face + "".join(pips)


def draw_ghost(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a ghost with its eyes; a scared one has a trembling mouth."""
    drawn = pen.element("path", d=GHOST, fill=room.body, stroke=room.edge, stroke_width=2, stroke_linejoin="round")
    for side in (-14, 14):
        if piece.tone == SCARED:
            drawn += pen.element("circle", cx=side, cy=-8, r=5, fill="#fff")
        else:
            drawn += pen.element("ellipse", cx=side, cy=-9, rx=9.5, ry=12, fill="#fff")
            drawn += pen.element("circle", cx=side + 3, cy=-6, r=5.5, fill="#1b2450")
    if piece.tone == SCARED:
        mouth = "M-24 15L-16 8L-8 15L0 8L8 15L16 8L24 15"
        drawn += pen.element("path", d=mouth, fill="none", stroke="#fff", stroke_width=4, **ROUND)
    body = pen.element("g", "", drawn, transform=f"scale({number(0.0105 * room.size)})")
    return body + spelled(pen, piece.text, 0.26 * room.size, room.mark, y=0.2 * room.size)  # below the eyes


def draw_eater(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a round head with an open mouth, which faces where the text says."""
    radius = 0.42 * room.size
    x, y = (number(radius * part) for part in (math.cos(MOUTH), math.sin(MOUTH)))
    path = f"M{number(-0.1 * room.size)} 0L{x} -{y}A{number(radius)} {number(radius)} 0 1 0 {x} {y}Z"
    edge: Attributes = {"stroke": room.edge, "stroke_width": 0.025, "stroke_linejoin": "round"}
    drawn = pen.element("path", d=path, fill=room.body, **edge)
    eye = 0.22 if piece.text == "left" else -0.22  # on top, also of a head that is turned round
    drawn += pen.element("circle", cx=0.04 * room.size, cy=eye * room.size, r=0.055 * room.size, fill="#1b1b1b")
    return pen.element("g", "", drawn, transform=f"rotate({FACING[piece.text]})")


def draw_pellet(pen: Pen, piece: Piece, room: Room) -> str:
    """Draw a small dot to eat, or a pill, which is a large one."""
    body, edge = ("pellet", "pellet-edge") if piece.tone == "plain" else room[:2]
    pill = piece.shape == "pill"
    radius = (0.24 if pill else 0.09) * room.size
    halo = pen.element("circle", r=1.4 * radius, fill=body, opacity=0.3) if pill else ""
    return halo + pen.element("circle", r=radius, fill=body, stroke=edge, stroke_width=0.015)


def written(pen: Pen, text: str, size: float, fill: str) -> str:
    """Write on a piece; long texts are smaller."""
    return spelled(pen, text, size * min(1, 2 / max(1, len(text))), fill)


def spelled(pen: Pen, text: str, size: float, fill: str, **place: float) -> str:
    """Write a text of this size; of nothing, nothing."""
    return pen.text(text, "written", size, fill=fill, font_weight=700, **place) if text else ""


DRAWN = {
    "disc": draw_disc,
    "ring": draw_ring,
    "cross": draw_cross,
    "bar": draw_bar,
    "fill": draw_fill,
    "seeds": draw_seeds,
    "text": draw_text,
    "tile": draw_tile,
    "die": draw_die,
    "ghost": draw_ghost,
    "eater": draw_eater,
    "pellet": draw_pellet,
    "pill": draw_pellet,
}
