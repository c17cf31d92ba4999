"""The part of a trace that is drawn, and what is written on it.

A big search is drawn in part: wide nodes are folded, levels below a ply are left out, and a note says what is missing.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kibitz.search.explain.node import Node
from kibitz.search.explain.story import edge, score_of
from kibitz.search.explain.walk import SIGNS, listed
from kibitz.search.result import Result

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

MOST_DRAWN = 250
"""Nodes that a picture holds before levels are left out."""
MOST_COLUMNS = 48
"""Leaves side by side that a slide can show."""
MOST_CHILDREN = 12
"""Children of a node that are drawn; the rest is folded into one."""
SLACK = 3
"""More children that are drawn rather than folded."""


@dataclass
class Drawn:
    """A node of the picture: one of the search, or a fold of several."""

    node: Node | None
    children: list["Drawn"] = field(default_factory=list)
    folded: Counter[str] = field(default_factory=Counter)  # how many of each fate
    on_line: bool = False
    level: int = 0  # the ply of a fold

    def fold_text(self) -> str:
        """Return what is folded, in words."""
        return ", ".join(f"{count} {fate}" for fate, count in sorted(self.folded.items()))

    @property
    def closed(self) -> int:
        """Return how many children a node has if none of them is drawn."""
        below = self.children
        return below[0].folded.total() if len(below) == 1 and below[0].node is None else 0


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
        children = listed(node)
        if node.ply >= levels and children:
            drawn.children = [Drawn(None, folded=Counter(child.fate for child in children), level=node.ply + 1)]
            continue
        shown = children if len(children) <= width + SLACK else children[:width]
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
    return score_of(node) if node.visits is not None else SIGNS.get(node.bound or "", "") + score_of(node)


def nodes_text(result: Result) -> str:
    """Return how many nodes a search had, and how many of them only sorted children."""
    sorting = f" ({result.filter_nodes:,} to sort children)" if result.filter_nodes else ""
    visits = "" if result.visits is None else f"{result.visits:,} visits, "
    return f"{visits}{result.nodes:,} nodes{sorting}"
