"""A picture of a trace as SVG for a slide or a worksheet, and as DOT for graphviz.

The drawing is the one that the page in the browser shows at the last step. All colours and sizes are attributes: a style
sheet inside an SVG would also apply to the page that it is put into.
"""

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from kibitz.board.palette import LIGHT
from kibitz.board.small import small
from kibitz.board.svg import Pen, number, placed
from kibitz.game import Game
from kibitz.search.explain.layout import (
    BESIDE,
    HALF,
    LETTER,
    MARGIN,
    Item,
    below_of,
    board_size,
    edge_text,
    layout,
    left_texts,
    right_texts,
    score_text,
    shape_of,
)
from kibitz.search.explain.picture import Drawn, Picture, nodes_text, walk, window
from kibitz.search.explain.picture import score_text as written_score
from kibitz.search.explain.story import steps
from kibitz.search.explain.walk import Walk, legend, notes, role

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

FONT = "'DejaVu Sans', Verdana, sans-serif"
INK, SOFT, GOOD, BAD, PAPER = "#1f2328", "#57606a", "#1a7f37", "#c0362c", "#ffffff"
PAINTS = {"max": ("#dbe9ff", "#1f5fbf"), "min": ("#ffe3d6", "#bf4a1f"), "average": ("#ece2ff", "#6f42c1")}
SEATS = (*PAINTS.values(), ("#d8f3dc", "#2d6a4f"), ("#fff1c9", "#8a6100"), ("#fbd9ec", "#a3216f"))
"""Fill and line of what each player's nodes are drawn in, where the players must be told apart."""
LEAF = ("#f3f4f6", SOFT)
TEXT_DROP = {"max": 13, "min": -2, "average": 5, "leaf": 5}
"""From the middle of a shape to the text in it."""
LINE = 15
"""From one line of small text to the next."""
LABEL = 19
"""The height of the label between an edge and its node."""
SHORT = 3
"""Letters of a score that are written large."""
HEAD = 64
"""The height of the title."""
SIGNS = {
    "max": "▲",
    "min": "▼",
    "average": "●",
    "leaf": "■",
    "best": "━",
    "cut": "✕",
    "filtered": "┄",
    "unvisited": "–",
}
MOST_REASONS = 4
"""Sentences about branches that are gone."""
NO_BREAK = "\u00a0"


def svg(chosen: Picture, *, blank: bool = False, heading: bool = True) -> str:
    """Draw the picture as SVG.

    blank: for a worksheet, only what the rules say: shapes, moves, probabilities and the leaves' values.
    heading: whether the title, the result and the legend are written too.
    """
    walked = Walk.of(chosen.trace)
    items = items_of(chosen, walked, blank)
    windows = walked.windows and not blank
    layout(items, windows)
    width = items[0].x + max(items[0].right) + MARGIN
    height = max(item.y for item in items) + HALF + below_of(items[0].shown or {}) + (2 if heading else 1) * MARGIN
    pen = Pen(LIGHT)
    parts = [draw_edge(pen, item, blank) for item in items if item.parent]
    parts += [draw_item(pen, item, windows, blank) for item in items]
    top, notes = 0, []
    if heading:
        top, notes = HEAD, captions(chosen, width, blank)
    result = chosen.trace.result
    name = f"{named(result.game)}: {size_of(chosen.trace)}"
    title = texts_at(
        [(name, 18, INK, "bold"), ("" if blank else summary(chosen.trace), 14, SOFT, "normal")], MARGIN, 28
    )
    below = texts_at([(line, 14, SOFT, "normal") for line in notes], MARGIN, top + height + 4)
    whole = top + height + 20 * len(notes) + (14 if notes else 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(whole)}" '
        f'width="{number(width)}" height="{number(whole)}" role="img" aria-label="{escape(name)}" '
        f'font-family="{FONT}"><rect width="100%" height="100%" fill="{PAPER}"/>'
        f"{title if heading else ''}{placed(''.join(parts), 0, top) if top else ''.join(parts)}{below}</svg>"
    )


def items_of(chosen: Picture, walked: Walk, blank: bool) -> list[Item]:
    """Return what is drawn, parents before their children, each with what is written on it."""
    items = {id(chosen.root): Item(chosen.root, shown_of(chosen.root, walked, blank))}
    for drawn in walk(chosen.root):
        item = items.get(id(drawn))
        if item is None or drawn.closed:
            continue
        for child in drawn.children:
            below = Item(child, shown_of(child, walked, blank), item, level=item.level + 1)
            items[id(child)] = below
            item.children.append(below)
    return list(items.values())


def shown_of(drawn: Drawn, walked: Walk, blank: bool) -> dict[str, Any] | None:
    """Return a node as the page shows it; before an answer only leaves have their scores. None for a fold."""
    node = drawn.node
    if node is None:
        return None
    shown = walked.shown(node)
    if shown["board"] is not None:
        # The page's boards follow its theme; a picture has colours of its own.
        board = small(walked.found.game.board(node.p), LIGHT)
        shown["board"] = board and {"frame": list(board.frame), "svg": board.svg()}
    if blank and not node.leaf:
        shown |= {"score": None, "bound": None}
    return shown


def named(game: Game[Any]) -> str:
    """Return a game's name for a heading: as on the command line, unless that is a file or the JSON of a tree."""
    text = game.spec()
    return text if text.startswith("(") or text.partition(":")[0] == game.name and not game.is_tree else game.name


def size_of(found: "Trace") -> str:
    """Return the algorithm and how far it searched."""
    result = found.result
    return f"{result.algorithm}, " + (f"depth {result.depth}" if result.visits is None else f"{result.visits} visits")


def summary(found: "Trace") -> str:
    """Return what the search found, in a line."""
    result = found.result
    return f"{result.headline()} · {nodes_text(result)} · best play {' '.join(result.names.pv) or '-'}"


def captions(chosen: Picture, width: float, blank: bool) -> list[str]:
    """Return the lines below the picture: what the shapes mean, why branches are gone, and what was left out."""
    found, room = chosen.trace, max(30, int((width - 2 * MARGIN) / LETTER))
    # No line is broken inside an item of the legend.
    items = [f"{SIGNS[sign]} {words}".replace(" ", NO_BREAK) for sign, words in legend(found, blank)]
    told = ["  ".join(items)]
    if not blank:
        told += [*reasons(chosen), *notes(found)]
    return [line for text in [*told, chosen.note()] for line in wrap(text, room, break_long_words=False)]


def reasons(chosen: Picture) -> list[str]:
    """Return the sentences about the cuts and filters that are drawn, not too many of them."""
    drawn = {each.node.id for each in walk(chosen.root) if each.node and not each.closed}
    told = [each for each in steps(chosen.trace) if each.kind in ("cut", "filter") and each.node.id in drawn]
    more = [f"and {len(told) - MOST_REASONS} more like these"] if len(told) > MOST_REASONS else []
    return [step.sentence() for step in told[:MOST_REASONS]] + more


def texts_at(lines: list[tuple[str, int, str, str]], x: float, y: float) -> str:
    """Write lines of text below each other."""
    written = ""
    for words, size, fill, weight in lines:
        if words:
            written += (
                f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" font-weight="{weight}" '
                f'fill="{fill}">{escape(words)}</text>'
            )
        y += 20
    return written


def top_of(item: Item) -> float:
    """Return how far an item reaches up from its middle."""
    return 14 if item.shown is None else 16 if item.shown["role"] == "leaf" else HALF


def bottom_of(shown: dict[str, Any]) -> float:
    """Return how far a node reaches down from its middle, its board included."""
    return HALF - (0 if shown["role"] == "min" else 4) + below_of(shown)


def is_gone(item: Item) -> bool:
    """Return whether an item is a node that the search never entered."""
    return item.shown is not None and item.shown["fate"] != "searched"


def draw_edge(pen: Pen, item: Item, blank: bool) -> str:
    """Draw the edge above an item, and between its end and the item the label."""
    parent = item.parent
    assert parent is not None
    assert parent.shown is not None
    shown, top = item.shown, top_of(item)
    y1, y2 = parent.y + bottom_of(parent.shown), item.y - top - (LABEL if shown else 0)
    bend = (y2 - y1) / 2
    places = (parent.x, y1, parent.x, y1 + bend, item.x, y2 - bend, item.x, y2)
    path = "M{},{} C{},{} {},{} {},{}".format(*map(number, places))
    gone = is_gone(item) and not blank
    best = item.drawn.on_line and parent.drawn.on_line and not blank
    look: dict[str, str | float] = {"fill": "none", "stroke": SOFT, "stroke_width": 1.5, "opacity": 0.75}
    if best:
        look |= {"stroke": GOOD, "stroke_width": 4, "opacity": 1}
    elif gone:
        look |= {"opacity": 0.55, "stroke_dasharray": "1.5 5" if shown and shown["fate"] == "filtered" else "none"}
    drawn = pen.element("path", d=path, **look)
    if gone and shown is not None and shown["fate"] == "cut":
        x, y = (parent.x + item.x) / 2, (y1 + y2) / 2
        cross = f"M{number(x - 7)},{number(y - 7)} l14,14 m0,-14 l-14,14"
        drawn += pen.element("path", d=cross, fill="none", stroke=BAD, stroke_width=2.6, stroke_linecap="round")
    if shown is not None:
        ink = SOFT if gone else INK
        drawn += write(edge_text(shown), item.x, item.y - top - 5, 13, ink, "normal" if gone else "600")
    return drawn


def draw_item(pen: Pen, item: Item, windows: bool, blank: bool) -> str:
    """Draw a node with all that is written in it and around it, or a fold."""
    shown, x, y = item.shown, item.x, item.y
    if shown is None:
        words = item.drawn.fold_text()
        box = {"x": x - HALF - 12, "y": y - 14, "width": 2 * HALF + 24, "height": 28, "rx": 14}
        drawn = pen.element("rect", fill=PAPER, stroke=SOFT, stroke_dasharray="3 3", **box)
        drawn += write(f"+ {item.drawn.folded.total()} more", x, y + 5, 14, SOFT)
        return f"<g><title>{escape(words)}</title>{drawn}</g>"
    gone = is_gone(item) and not blank
    text = score_text(shown) or (("✕" if shown["fate"] == "cut" else "–") if gone else "")
    half = shape_of(shown)
    drawn = outline(pen, item, half, gone, blank)
    size, ink = (14 if len(text) > SHORT else 17), BAD if text == "✕" else SOFT if gone else INK
    drawn += write(text, x, y + TEXT_DROP[shown["role"]], size, ink, "normal" if gone else "bold")
    for texts, at, anchor in (
        (left_texts(shown), x - half - BESIDE, "end"),
        (right_texts(shown, windows and not gone), x + half + BESIDE, "start"),
    ):
        for place, words in enumerate(texts):
            drawn += write(words, at, y + (place - (len(texts) - 1) / 2) * LINE + 4, 13, SOFT, anchor=anchor)
    if shown["role"] == "leaf" and shown["title"]:
        drawn += write(shown["title"], x, y + 30, 13, SOFT)
    if shown["board"]:
        wide, high, scale = board_size(shown)
        first, above, *_ = shown["board"]["frame"]
        shift = (
            f"translate({number(x - wide / 2 - first * scale)} {number(y + bottom_of(shown) - high - above * scale)})"
        )
        drawn += f'<g transform="{shift} scale({number(scale)})">{shown["board"]["svg"]}</g>'
    if item.drawn.closed:
        drawn += write(f"+{item.drawn.closed}", x, y + bottom_of(shown) + 15, 13, SOFT)
    told = " · ".join(filter(None, (shown["position"], shown["sum"], shown["reason"])))
    return f"<g>{'' if blank else f'<title>{escape(told)}</title>'}{drawn}</g>"


def outline(pen: Pen, item: Item, half: float, gone: bool, blank: bool) -> str:
    """Draw the shape of a node: a triangle, a circle or a box; around a long text a house, or a pill."""
    shown, x, top, bottom = item.shown, item.x, item.y - HALF, item.y + HALF
    assert shown is not None
    kind = shown["role"]
    fill, stroke = (
        LEAF if kind == "leaf" else PAINTS[kind] if shown["seat"] is None else SEATS[shown["seat"] % len(SEATS)]
    )
    look: dict[str, str | float] = {"fill": fill, "stroke": stroke, "stroke_width": 1.8, "stroke_linejoin": "round"}
    if gone:
        look |= {"fill": PAPER, "stroke": SOFT, "stroke_dasharray": "4 4" if shown["fate"] == "cut" else "1.5 4"}
    elif item.drawn.on_line and not blank:
        look |= {"stroke": GOOD, "stroke_width": 3.2}
    elif blank:
        look["fill"] = PAPER
    if kind == "leaf":
        return pen.element("rect", x=x - half, y=item.y - 16, width=2 * half, height=32, rx=5, **look)
    if kind == "average":
        return pen.element("rect", x=x - half, y=top + 2, width=2 * half, height=2 * HALF - 4, rx=HALF - 2, **look)
    wall = 24 if half > HALF + 5 else 0
    tip, base, shoulder = (top, bottom - 5, bottom - 5 - wall) if kind == "max" else (bottom, top + 5, top + 5 + wall)
    right, left = number(x + half), number(x - half)
    path = f"M{number(x)},{number(tip)} L{right},{number(shoulder)} V{number(base)} H{left} V{number(shoulder)} Z"
    return pen.element("path", d=path, **look)


def write(words: str, x: float, y: float, size: int, fill: str, weight: str = "normal", anchor: str = "middle") -> str:
    """Write a text around a point."""
    bold = "" if weight == "normal" else f' font-weight="{weight}"'
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size}"{bold} fill="{fill}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
        if words
        else ""
    )


def dot(chosen: Picture) -> str:
    """Write the picture for graphviz."""
    found = chosen.trace
    walked = Walk.of(found)
    lines = ["digraph search {", '  node [fontname="Helvetica"]; edge [fontname="Helvetica"];']
    shapes = {"max": "triangle", "min": "invtriangle", "average": "circle", "leaf": "box"}
    numbers = {id(drawn): number for number, drawn in enumerate(walk(chosen.root))}
    for drawn in walk(chosen.root):
        place, node = numbers[id(drawn)], drawn.node
        if node is None:
            lines.append(f'  n{place} [shape=plaintext, fontcolor=gray, label="… {drawn.fold_text()}"];')
        elif node.fate != "searched":
            lines.append(
                f"  n{place} [shape=box, style=dashed, color=gray, fontcolor=gray, label={quoted(node.reason)}];"
            )
        else:
            written = written_score(node) + (f"\n{window(node)}" if walked.windows else "")
            color = ", color=darkgreen, penwidth=2" if drawn.on_line else ""
            lines.append(f"  n{place} [shape={shapes[role(found, node)]}, label={quoted(written)}{color}];")
        for child in drawn.children:
            move = edge_text(walked.shown(child.node)) if child.node else ""
            gone = child.node is None or child.node.fate != "searched"
            look = ", color=darkgreen, penwidth=3" if child.on_line else ", style=dashed, color=gray" if gone else ""
            lines.append(f"  n{place} -> n{numbers[id(child)]} [label={quoted(move)}{look}];")
    return "\n".join([*lines, "}"])


def quoted(text: Any) -> str:
    """Quote a label for graphviz."""
    return '"' + str(text or "").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
