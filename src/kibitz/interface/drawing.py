"""A trace as a picture: text for the terminal, SVG for a slide, DOT for graphviz.

A big search is drawn in part: wide nodes are folded, levels below a ply left out, and a note says what is missing.
"""

import io
from collections import Counter
from dataclasses import dataclass, field
from html import escape
from typing import Any

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from kibitz.interface.cli.terminal import visible
from kibitz.search.explain.story import edge, role_of
from kibitz.search.explain.trace import Node, Trace, show
from kibitz.search.result import Result

MOST_DRAWN = 250
"""Nodes that a picture holds before levels are left out."""
PLAIN_WIDTH = 160
MOST_COLUMNS = 48
"""Leaves side by side that a slide can show."""
MOST_REASONS = 4
MOST_CHILDREN = 12
"""Children of a node that are drawn; the rest is folded into one."""


@dataclass
class Drawn:
    """A node of the picture: one of the search, or a fold of several."""

    node: Node | None
    children: list["Drawn"] = field(default_factory=list)
    folded: Counter[str] = field(default_factory=Counter)  # how many of each fate
    on_line: bool = False
    level: int = 0  # the ply of a fold
    x: float = 0.0

    def fold_text(self) -> str:
        """Say what is folded."""
        return ", ".join(f"{count} {fate}" for fate, count in sorted(self.folded.items()))


@dataclass
class Picture:
    """The part of a trace that is drawn."""

    trace: Trace
    root: Drawn
    drawn: int
    total: int
    levels: int

    def note(self) -> str:
        """Say what was left out."""
        if self.drawn == self.total:
            return ""
        deeper = any(node.ply > self.levels and node.fate != "probed" for node in self.trace.nodes)
        wide = any(drawn.node is None and drawn.level <= self.levels for drawn in walk(self.root))
        where = " and ".join([f"below ply {self.levels}"] * deeper + ["in wide nodes"] * wide)
        return f"{self.drawn:,} of {self.total:,} nodes drawn: {where} the rest is folded"


def picture(found: Trace, levels: int | None = None, width: int = MOST_CHILDREN, columns: int | None = None) -> Picture:
    """Choose what to draw: so many levels, or as many as make a picture of a sensible size, and no wider than that."""
    line = found.line()
    deepest = max(node.ply for node in found.nodes)
    total = sum(1 for node in found.nodes if node.fate != "probed")
    chosen = levels
    if chosen is None:
        chosen = deepest
        while chosen > 1 and is_too_big(draw(found.root, line, chosen, width), columns):
            chosen -= 1
    root = draw(found.root, line, chosen, width)
    return Picture(found, root, count_drawn(root), total, min(chosen, deepest))


def is_too_big(root: Drawn, columns: int | None) -> bool:
    """Say whether a picture has too many nodes, or leaves side by side."""
    leaves = sum(1 for drawn in walk(root) if not drawn.children)
    return count_drawn(root) > MOST_DRAWN or columns is not None and leaves > columns


def draw(root: Node, line: set[int], levels: int, width: int) -> Drawn:
    """Choose the part of a tree that is drawn. Without recursion: a tree may be deep."""
    top = Drawn(root, on_line=root.id in line)
    waiting = [top]
    while waiting:
        drawn = waiting.pop()
        node = drawn.node
        assert node is not None
        children = [child for child in node.children if child.fate != "probed"]
        if node.ply >= levels and children:
            drawn.children = [Drawn(None, folded=Counter(child.fate for child in children), level=node.ply + 1)]
            continue
        shown = children if len(children) <= width else children[: width - 1]
        shown += [child for child in children[len(shown) :] if child.id in line]
        hidden = [child for child in children if all(child is not other for other in shown)]
        drawn.children = [Drawn(child, on_line=child.id in line) for child in shown]
        waiting.extend(drawn.children)
        if hidden:
            drawn.children.append(Drawn(None, folded=Counter(child.fate for child in hidden), level=node.ply + 1))
    return top


def walk(root: Drawn) -> list[Drawn]:
    """List the drawn nodes, parents before children."""
    found, waiting = [], [root]
    while waiting:
        drawn = waiting.pop()
        found.append(drawn)
        waiting.extend(reversed(drawn.children))
    return found


def count_drawn(root: Drawn) -> int:
    """Count the nodes of the search that are drawn."""
    return sum(1 for drawn in walk(root) if drawn.node)


def window(node: Node) -> str:
    """Write a node's window."""
    return f"({edge(node.alpha, '−∞')}, {edge(node.beta, '∞')})"


def score_text(node: Node) -> str:
    """Write a node's score with its bound."""
    sign = {"lower": "≥ ", "upper": "≤ "}.get(node.bound or "", "")
    if node.scores is not None:
        return "(" + ", ".join(map(show, node.scores)) + ")"
    return sign + show(node.score)


def has_windows(found: Trace) -> bool:
    """Say whether the search narrows a window."""
    return found.result.algorithm.endswith("alpha-beta")


def shape(found: Trace, node: Node) -> str:
    """Say what a node looks like: a maximiser, a minimiser, an average or a leaf."""
    if node.leaf:
        return "leaf"
    kind, extreme = role_of(found, node)
    return {"greatest": "max", "least": "min"}.get(extreme, "average") if kind == "enter" else "average"


# Text


SIGNS = {"max": "▲", "min": "▼", "average": "●", "leaf": "■"}


def text_label(found: Trace, drawn: Drawn) -> Text:
    """Write one node for the terminal."""
    node = drawn.node
    if node is None:
        return Text(f"… {drawn.fold_text()}", style="dim")
    move = visible(node.move or "root")
    if node.fate == "cut":
        return Text(f"✗ {move}  cut: {node.reason}", style="dim")
    if node.fate == "filtered":
        return Text(f"– {move}  filtered: {node.reason}", style="dim italic")
    text = Text()
    main = "bold green" if drawn.on_line else ""
    text.append(f"{SIGNS[shape(found, node)]} {move}", style=main)
    text.append(f"  {score_text(node)}", style=main or "bold")
    if has_windows(found) and not node.leaf:
        text.append(f"  {window(node)}", style="cyan")
    if node.leaf == "over":
        text.append("  over", style="dim")
    if drawn.on_line:
        text.append("  ←", style="green")
    return text


def text_tree(chosen: Picture) -> Tree:
    """Draw the picture for the terminal."""
    top = Tree(text_label(chosen.trace, chosen.root), guide_style="dim")
    waiting = [(top, chosen.root)]
    while waiting:
        branch, drawn = waiting.pop()
        for child in drawn.children:
            waiting.append((branch.add(text_label(chosen.trace, child)), child))
    return top


def plain(chosen: Picture) -> str:
    """Write the picture as text without colours."""
    console = Console(width=PLAIN_WIDTH, color_system=None, file=io.StringIO())
    print_text(chosen, console)
    return console.file.getvalue().rstrip()  # type: ignore[attr-defined, no-any-return]


def nodes_text(result: Result) -> str:
    """Write how many nodes a search had, and how many of them only sorted children."""
    sorting = f" ({result.filter_nodes:,} to sort children)" if result.filter_nodes else ""
    return f"{result.nodes:,} nodes{sorting}"


def reasons(chosen: Picture) -> list[str]:
    """Give the reasons of the cuts and filters that are drawn, in words, a few of them."""
    told: dict[str, None] = {}
    for drawn in walk(chosen.root):
        gone = [child.node for child in drawn.children if child.node and child.node.fate != "searched"]
        for fate, sign in (("cut", "✗"), ("filtered", "–")):
            some = [node for node in gone if node.fate == fate]
            if some:
                place = f" below {drawn.node.move}" if drawn.node and drawn.node.move else ""
                names = ", ".join(str(node.move) for node in some[:4]) + (" …" if len(some) > 4 else "")
                reason = str(some[0].reason) if fate == "cut" else str(some[0].reason).partition(":")[0]
                told[f"{sign} {names}{place}: {reason}"] = None
    listed = list(told)
    return listed[:MOST_REASONS] + (
        [f"and {len(listed) - MOST_REASONS} more like these"] if len(listed) > MOST_REASONS else []
    )


def print_text(chosen: Picture, console: Console | None = None) -> None:
    """Print the picture with its legend."""
    console = console or Console()
    result = chosen.trace.result
    head = f"{result.game.spec()}  {result.algorithm}, depth {result.depth}: "
    found = f"{nodes_text(result)}, {result.headline()}, best {result.names.move or '-'}"
    console.print(Text(visible(head + found)), highlight=False)
    console.print(text_tree(chosen), highlight=False, soft_wrap=not console.is_terminal)
    console.print(
        "▲ greatest  ▼ least  ● average  ■ leaf  ✗ cut  – filtered  ← best play", style="dim", highlight=False
    )
    if chosen.note():
        console.print(Text(visible(chosen.note())), style="dim", highlight=False)


# SVG


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
    """Give every node its column: leaves side by side, parents above the middle of their children."""
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


def svg_node(found: Trace, drawn: Drawn, x: float, y: float) -> str:
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


# DOT


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
