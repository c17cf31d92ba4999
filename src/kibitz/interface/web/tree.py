"""The trees of searches for a page: kept on the server, and sent in parts as the user opens them.

Law. An answer is about one node, its children, or a few steps; no answer grows with the tree.
"""

import threading
from typing import Any

from kibitz.errors import OptionError
from kibitz.interface.web.message import number_in, whole_in, word_in
from kibitz.interface.web.searches import Tell, Work
from kibitz.search.algorithm import ALGORITHMS, FILTERING, algorithm_of, textbook, textbook_name
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.audit import audit
from kibitz.search.explain.order import ORDERS
from kibitz.search.explain.page import page
from kibitz.search.explain.trace import MOST_STEPPED, trace
from kibitz.search.explain.visits import VISITS
from kibitz.search.explain.walk import Walk, listed, packed
from kibitz.state import State

MOST_NODES = 150_000
MOST_DEPTH = 20
MOST_CHILDREN = 500
MOST_VISITS = 500
MOST_STEPS = 1000
"""The most items sent at a time."""
MOST_TREES = 2
"""Trees that a page looks at: one, or two side by side."""


class Trees:
    """The trees that a page looks at; a new one replaces the last in its place."""

    def __init__(self) -> None:
        self.walks: dict[int, Walk] = {}

    def growing(self, state: State, message: dict[str, Any]) -> Work:
        """Prepare a search whose every node is kept."""
        game = state.game
        algorithm = word_in(message, "algorithm", ALGORITHMS, textbook_name(game))
        place = which(message)
        if algorithm == MCTS:
            options: dict[str, Any] = {"visits": whole_in(message, "visits", 1, MOST_VISITS, VISITS)}
        else:
            depth = whole_in(message, "depth", 0, MOST_DEPTH, 3)
            order = word_in(message, "order", ORDERS, "game")
            most_nodes = whole_in(message, "most_nodes", 1, MOST_NODES, MOST_NODES)
            options = {"depth": depth, "order": order, "most_nodes": most_nodes}
            options |= filter_in(message, textbook(game, algorithm).name)

        def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
            def count(nodes: int, now: int) -> None:
                tell({"nodes": nodes})

            found = trace(state, algorithm, stop=stop, tell=count, **options)
            self.walks[place] = walk = Walk.of(found)
            root = {**walk.shown(found.root), "place": 0}
            return {**walk.head(), "root": root, "drawings": packed([root])}

        return work

    def auditing(self, state: State, message: dict[str, Any]) -> Work:
        """Prepare the comparison of a filtered search with the full one."""
        algorithm = word_in(message, "algorithm", FILTERING, "rb-alpha-beta")
        depth = whole_in(message, "depth", 1, MOST_DEPTH, 3)
        options = filter_in(message, algorithm)

        def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
            def count(nodes: int, now: int) -> None:
                tell({"nodes": nodes})

            found = audit(state, algorithm, depth=depth, stop=stop, tell=count, **options)
            if stop.is_set():
                raise OptionError("stopped: an audit needs complete searches")
            kept = found.kept
            return {**found.to_json(), "move": kept.names.move, "score": kept.score, "nodes": kept.nodes}

        return work

    def children(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the children of a node when it is opened; of a wide node, some of them."""
        walk = self.walk(message)
        nodes = walk.found.nodes
        node = nodes[whole_in(message, "node", 0, len(nodes) - 1)]
        first = whole_in(message, "first", 0, max(0, len(listed(node)) - 1), 0)
        count = whole_in(message, "count", 1, MOST_CHILDREN, MOST_CHILDREN)
        children = walk.children(node, first, count)
        return {"node": node.id, "first": first, "children": children, "drawings": packed(children)}

    def steps(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return some steps of the search: what is done, where, and what is known there."""
        walk = self.walk(message)
        first = whole_in(message, "first", 0, len(walk.told) - 1, 0)
        count = whole_in(message, "count", 1, MOST_STEPS, 50)
        last = min(first + count, len(walk.told))
        return {"first": first, "steps": [walk.step(number) for number in range(first, last)]}

    def page(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the trees as a page of their own, to be saved."""
        found = [self.walks[place].found for place in sorted(self.walks)][: 1 + bool(message.get("pair"))]
        if not found:
            raise OptionError("there is no tree; request one first")
        if max(len(each.nodes) for each in found) > MOST_STEPPED:
            raise OptionError(f"the tree has more than {MOST_STEPPED:,} nodes: save it with `kibitz tree --output`")
        return {"text": page(*found), "file": "tree.html"}

    def walk(self, message: dict[str, Any]) -> Walk:
        """Return the tree that a question is about; raise if there is none."""
        place = which(message)
        if place not in self.walks:
            raise OptionError("there is no tree; request one first")
        return self.walks[place]


def which(message: dict[str, Any]) -> int:
    """Return which of the page's trees a question is about."""
    return whole_in(message, "tree", 0, MOST_TREES - 1, 0)


def filter_in(message: dict[str, Any], algorithm: str) -> dict[str, Any]:
    """Return what RB's filter keeps."""
    if not algorithm_of(algorithm).filters:
        return {}
    rate = number_in(message, "keep_rate", 0.01, 1, 0.5)
    return {"keep_rate": rate, "deepening_depth": whole_in(message, "deepening_depth", 0, 4, 0)}
