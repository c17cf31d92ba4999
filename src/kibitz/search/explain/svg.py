"""A picture of a trace as SVG for a slide, and as DOT for graphviz."""

from html import escape
from typing import TYPE_CHECKING, Any

from kibitz.search.explain.picture import (
    Drawn,
    Picture,
    has_windows,
    nodes_text,
    reasons,
    score_text,
    shape,
    walk,
    window,
)

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

COLUMN, ROW, MARGIN, SIZE = 58, 92, 40, 17
STYLE = """
text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 12px; fill: #222; text-anchor: middle }
.title { font-size: 15px; text-anchor: start; font-weight: bold } .note { font-size: 11px; fill: #666; text-anchor: start }
.edge { stroke: #8a8f98; stroke-width: 1.3; fill: none } .best .edge, .edge.best { stroke: #1a7f37; stroke-width: 3.2 }
.cut { stroke-dasharray: 4 4; stroke: #b8bcc4 } .gone text { fill: #9aa0a8 } .window { font-size: 10px; fill: #57606a; paint-order: stroke; stroke: #fff; stroke-width: 4px }
.move { font-size: 11px; fill: #444; paint-order: stroke; stroke: #fff; stroke-width: 4px } .reason { font-size: 10px; fill: #9aa0a8 }
.max path { fill: #cfe3ff; stroke: #1f5fbf } .min path { fill: #ffdccc; stroke: #bf4a1f } .average circle { fill: #ece2ff; stroke: #6f42c1 }
.leaf rect { fill: #f6f8fa; stroke: #57606a } .best path, .best circle, .best rect { stroke: #1a7f37; stroke-width: 2.6 }
.gone rect { fill: #fff; stroke: #c8ccd2; stroke-dasharray: 3 3 } .score { font-weight: bold }
"""


def place(root: Drawn) -> float:
    """Set the column of every node, leaves side by side and parents above the middle of their children."""
    column = 0.0
    for drawn in reversed(walk(root)):
        if drawn.children:
            drawn.x = (drawn.children[0].x + drawn.children[-1].x) / 2
        else:
            drawn.x = column
            column -= 1
    return -column


def svg(chosen: Picture) -> str:
    """Draw the picture as SVG, for a slide."""
    found, result = chosen.trace, chosen.trace.result
    columns = place(chosen.root)
    nodes = walk(chosen.root)
    levels = {id(chosen.root): 0}
    for drawn in nodes:
        for child in drawn.children:
            levels[id(child)] = levels[id(drawn)] + 1
    words = reasons(chosen)
    height = MARGIN * 3 + ROW * max(levels.values()) + 70 + 16 * len(words)
    width = max(MARGIN * 2 + COLUMN * (columns - 1), 620)
    shift = (width - COLUMN * (columns - 1)) / 2 + COLUMN * (columns - 1)

    def at(drawn: Drawn) -> tuple[float, float]:
        return shift + drawn.x * COLUMN, MARGIN * 2 + 20 + levels[id(drawn)] * ROW

    parts = []
    for drawn in nodes:
        x, y = at(drawn)
        for child in drawn.children:
            cx, cy = at(child)
            gone = child.node is not None and child.node.fate in ("cut", "filtered")
            best = " best" if child.on_line else ""
            parts.append(
                f'<path class="edge{best}{" cut" if gone else ""}" d="M{x:.1f},{y + SIZE:.1f} L{cx:.1f},{cy - SIZE:.1f}"/>'
            )
    for drawn in nodes:
        x, y = at(drawn)
        parts.append(svg_node(found, drawn, x, y))
    title = f"{result.game.spec()}: {result.algorithm}, depth {result.depth}"
    summary = f"{result.headline()} · {nodes_text(result)} · best play {' '.join(result.names.pv) or '-'}"
    legend = "▲ takes the greatest · ▼ takes the least · ● average · ■ leaf · green: best play · dashed: never visited"
    note = (
        f'<text class="note" x="{MARGIN / 2}" y="{height - 10:.0f}">{escape(chosen.note())}</text>'
        if chosen.note()
        else ""
    )
    captions = "".join(
        f'<text class="note" x="{MARGIN / 2}" y="{height - 30 - 16 * (len(words) - number):.0f}">{escape(reason)}</text>'
        for number, reason in enumerate(words)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" aria-label="{escape(title)}"><style>{STYLE}</style>'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<text class="title" x="{MARGIN / 2}" y="26">{escape(title)}</text>'
        f'<text class="note" x="{MARGIN / 2}" y="44">{escape(summary)}</text>{"".join(parts)}'
        f'<text class="note" x="{MARGIN / 2}" y="{height - 26:.0f}">{legend}</text>{note}{captions}</svg>'
    )


def svg_node(found: "Trace", drawn: Drawn, x: float, y: float) -> str:
    """Draw one node with its score, window, move and reason."""
    node = drawn.node
    if node is None:
        text = escape(drawn.fold_text())
        return f'<g class="gone"><title>{text}</title><text x="{x:.1f}" y="{y:.1f}">⋯ {sum(drawn.folded.values())}</text></g>'
    move = (
        f'<text class="move" x="{x:.1f}" y="{y - SIZE - 9:.1f}">{escape(node.move or "")}</text>' if node.move else ""
    )
    title = escape(f"{node.position}  {node.reason or ''}")
    if node.fate != "searched":
        words = (node.reason or "").split(":")[0]
        mark = "✗" if node.fate == "cut" else "–"
        sibling_reason = (
            f'<text class="reason" x="{x:.1f}" y="{y + SIZE + 12:.1f}">{escape(short_reason(words))}</text>'
        )
        return (
            f'<g class="gone"><title>{title}</title><rect x="{x - 11:.1f}" y="{y - 11:.1f}" width="22" height="22" rx="4"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}">{mark}</text>{move}{sibling_reason}</g>'
        )
    kind = shape(found, node)
    best = " best" if drawn.on_line else ""
    score = escape(score_text(node))
    offset = {"max": 9, "min": 1}.get(kind, 4)
    below = (
        f'<text class="window" x="{x:.1f}" y="{y + SIZE + 12:.1f}">{window(node)}</text>' if has_windows(found) else ""
    )
    return (
        f'<g class="{kind}{best}"><title>{title}</title>{outline(kind, x, y)}'
        f'<text class="score" x="{x:.1f}" y="{y + offset:.1f}">{score}</text>{move}{below}</g>'
    )


def short_reason(words: str) -> str:
    """Write a reason under a node: β 2 ≤ α 3."""
    return words.replace("beta", "β").replace("alpha", "α")


def outline(kind: str, x: float, y: float) -> str:
    """Draw the shape of a node."""
    if kind == "max":
        return f'<path d="M{x:.1f},{y - SIZE - 3:.1f} l{SIZE + 6},{2 * SIZE + 2} h-{2 * SIZE + 12} z"/>'
    if kind == "min":
        return f'<path d="M{x:.1f},{y + SIZE + 3:.1f} l{SIZE + 6},-{2 * SIZE + 2} h-{2 * SIZE + 12} z"/>'
    if kind == "average":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIZE + 1}"/>'
    return f'<rect x="{x - SIZE - 2:.1f}" y="{y - 13:.1f}" width="{2 * SIZE + 4}" height="26" rx="4"/>'


def dot(chosen: Picture) -> str:
    """Write the picture for graphviz."""
    found = chosen.trace
    lines = ["digraph search {", '  node [fontname="Helvetica"]; edge [fontname="Helvetica"];']
    shapes = {"max": "triangle", "min": "invtriangle", "average": "circle", "leaf": "box"}
    numbers = {id(drawn): number for number, drawn in enumerate(walk(chosen.root))}
    for drawn in walk(chosen.root):
        number, node = numbers[id(drawn)], drawn.node
        if node is None:
            lines.append(f'  n{number} [shape=plaintext, fontcolor=gray, label="… {drawn.fold_text()}"];')
        elif node.fate != "searched":
            lines.append(
                f"  n{number} [shape=box, style=dashed, color=gray, fontcolor=gray, label={quoted(node.reason)}];"
            )
        else:
            label = score_text(node) + (f"\n{window(node)}" if has_windows(found) else "")
            color = ", color=darkgreen, penwidth=2" if drawn.on_line else ""
            lines.append(f"  n{number} [shape={shapes[shape(found, node)]}, label={quoted(label)}{color}];")
        for child in drawn.children:
            move = child.node.move if child.node else ""
            gone = child.node is None or child.node.fate != "searched"
            look = ", color=darkgreen, penwidth=3" if child.on_line else ", style=dashed, color=gray" if gone else ""
            lines.append(f"  n{number} -> n{numbers[id(child)]} [label={quoted(move)}{look}];")
    return "\n".join([*lines, "}"])


def quoted(text: Any) -> str:
    """Quote a label for graphviz."""
    return '"' + str(text or "").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
