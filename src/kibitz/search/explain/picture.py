"""The part of a trace that is drawn, and what is written on it.

A big search is drawn in part: wide nodes are folded, levels below a ply are left out, and a note says what is missing.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kibitz.search.explain.node import Node, show
from kibitz.search.explain.story import edge, role_of, score_of
from kibitz.search.result import Result

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

MOST_DRAWN = 250
"""Nodes that a picture holds before levels are left out."""
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
        """Return what is folded, in words."""
        return ", ".join(f"{count} {fate}" for fate, count in sorted(self.folded.items()))


@dataclass
class Picture:
    """The part of a trace that is drawn."""

    trace: "Trace"
    root: Drawn
    drawn: int
    total: int
    levels: int

    def note(self) -> str:
        """Return what was left out, in words; empty if nothing was."""
        if self.drawn == self.total:
            return ""
        deeper = any(node.ply > self.levels and node.fate != "probed" for node in self.trace.nodes)
        wide = any(drawn.node is None and drawn.level <= self.levels for drawn in walk(self.root))
        where = " and ".join([f"below ply {self.levels}"] * deeper + ["in wide nodes"] * wide)
        return f"{self.drawn:,} of {self.total:,} nodes drawn: {where} the rest is folded"


def picture(
    found: "Trace", levels: int | None = None, width: int = MOST_CHILDREN, columns: int | None = None
) -> Picture:
    """Return what to draw: this many levels, or as many as make a picture of a sensible size.

    width: how many children of a node are drawn. columns: how many leaves may stand side by side.
    """
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
    """Return whether a picture has too many nodes, or too many leaves side by side."""
    leaves = sum(1 for drawn in walk(root) if not drawn.children)
    return count_drawn(root) > MOST_DRAWN or columns is not None and leaves > columns


def draw(root: Node, line: set[int], levels: int, width: int) -> Drawn:
    """Return the part of a tree that is drawn. There is no recursion: a tree may be deep."""
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
    """Return how many nodes of the search are drawn."""
    return sum(1 for drawn in walk(root) if drawn.node)


def window(node: Node) -> str:
    """Return a node's window as text."""
    return f"({edge(node.alpha, '−∞')}, {edge(node.beta, '∞')})"


def score_text(node: Node) -> str:
    """Return a node's score with its bound as text."""
    sign = {"lower": "≥ ", "upper": "≤ "}.get(node.bound or "", "")
    if node.visits is not None:
        return score_of(node)
    if node.scores is not None:
        return "(" + ", ".join(map(show, node.scores)) + ")"
    return sign + show(node.score)


def has_windows(found: "Trace") -> bool:
    """Return whether the search narrows a window."""
    return found.result.algorithm.endswith("alpha-beta")


def shape(found: "Trace", node: Node) -> str:
    """Return what a node is drawn as: a maximiser, a minimiser, an average or a leaf."""
    if node.leaf:
        return "leaf"
    kind, extreme = role_of(found, node)
    return {"greatest": "max", "least": "min"}.get(extreme, "average") if kind == "enter" else "average"


def nodes_text(result: Result) -> str:
    """Return how many nodes a search had, and how many of them only sorted children."""
    sorting = f" ({result.filter_nodes:,} to sort children)" if result.filter_nodes else ""
    visits = "" if result.visits is None else f"{result.visits:,} visits, "
    return f"{visits}{result.nodes:,} nodes{sorting}"


def reasons(chosen: Picture) -> list[str]:
    """Return a few of the reasons for the cuts and filters that are drawn, in words."""
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
