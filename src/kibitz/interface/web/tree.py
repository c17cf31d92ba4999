"""The tree of a search for a page: it is kept here, and sent in parts, where somebody looks."""

import threading
from typing import Any

from kibitz.errors import OptionError
from kibitz.interface.web.line import Line
from kibitz.interface.web.message import number_in, whole_in, word_in
from kibitz.interface.web.searches import Tell, Work
from kibitz.search.analyze import ALGORITHMS, SELECTIVE, keep_of, textbook_algorithm
from kibitz.search.audit import audit
from kibitz.search.story import Step, role_of, score_of, steps
from kibitz.search.trace import Node, Trace, trace

MOST_NODES = 150_000
MOST_DEPTH = 20
MOST_CHILDREN = 500
MOST_STEPS = 1000
"""Sent at a time."""


class Trees:
    """The tree that a page looks at; a new one takes the place of the last."""

    def __init__(self) -> None:
        self.found: Trace | None = None
        self.told: list[Step] = []
        self.line: set[int] = set()

    def growing(self, line: Line, message: dict[str, Any]) -> Work:
        """Prepare a search whose every node is kept."""
        game = line.game
        algorithm = word_in(message, "algorithm", ALGORITHMS, textbook_algorithm(game))
        depth = whole_in(message, "depth", 0, MOST_DEPTH, 3)
        options = filter_in(message, algorithm)

        def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
            def count(nodes: int, now: int) -> None:
                tell({"nodes": nodes})

            p = line.last()
            found = trace(game, p, algorithm, depth, most_nodes=MOST_NODES, stop=stop, tell=count, **options)
            self.found, self.told, self.line = found, list(steps(found)), found.line()
            result = found.result
            return {
                "root": self.shown(found.root),
                "nodes": result.nodes,
                "filter_nodes": result.filter_nodes,
                "steps": len(self.told),
                "score": score_of(found.root),
                "text": result.describe(),
                "move": result.names.move,
                "pv": list(result.names.pv),
                "algorithm": algorithm,
                "depth": depth,
                "player": game.label(result.player),
                "windows": algorithm in ("alpha-beta", "rb-alpha-beta"),
                "fates": fates(found),
            }

        return work

    def auditing(self, line: Line, message: dict[str, Any]) -> Work:
        """Prepare the comparison of a filtered search with the full one."""
        algorithm = word_in(message, "algorithm", SELECTIVE, "rb-alpha-beta")
        depth = whole_in(message, "depth", 1, MOST_DEPTH, 3)
        options = filter_in(message, algorithm)
        keep = keep_of(algorithm, options.get("keep_rate", 1.0), 1, options.get("deepening_depth", 0))
        assert keep is not None

        def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
            def count(nodes: int, now: int) -> None:
                tell({"nodes": nodes})

            found = audit(line.game, line.last(), algorithm, depth, keep, stop=stop, tell=count)
            return {**found.to_json(), "move": found.kept.names.move, "score": found.kept.score} | {
                "nodes": found.kept.nodes
            }

        return work

    def children(self, message: dict[str, Any]) -> dict[str, Any]:
        """Give the children of a node, when it is opened."""
        node = self.node_in(message)
        listed = [child for child in node.children if child.fate != "probed"]
        return {"node": node.id, "children": [self.shown(child) for child in listed[:MOST_CHILDREN]]}

    def steps(self, message: dict[str, Any]) -> dict[str, Any]:
        """Give some steps of the search: what is done, where, and what is known there."""
        self.tree()
        first = whole_in(message, "first", 0, max(0, len(self.told) - 1), 0)
        count = whole_in(message, "count", 1, MOST_STEPS, 50)
        return {"first": first, "steps": [self.step(step) for step in self.told[first : first + count]]}

    def step(self, step: Step) -> dict[str, Any]:
        """Write one step: its sentence, and the way from the root to its node."""
        return {
            "kind": step.kind,
            "node": step.node.id,
            "sentence": step.sentence(),
            "score": step.words.get("score", ""),
            "path": self.path(step.node),
        }

    def path(self, node: Node) -> list[int]:
        """Give the ids from the root to a node."""
        nodes, ids = self.tree().nodes, [node.id]
        while node.parent is not None:
            node = nodes[node.parent]
            ids.append(node.id)
        return ids[::-1]

    def shown(self, node: Node) -> dict[str, Any]:
        """Write a node as a page draws it."""
        found = self.tree()
        listed = [child for child in node.children if child.fate != "probed"]
        searched = node.fate == "searched"
        return {
            "id": node.id,
            "parent": node.parent,
            "ply": node.ply,
            "move": node.move,
            "player": found.game.label(node.player),
            "role": role(found, node),
            "alpha": node.alpha,
            "beta": node.beta,
            "score": score_of(node) if searched else None,
            "bound": node.bound,
            "fate": node.fate,
            "reason": node.reason,
            "leaf": node.leaf,
            "position": node.position[:500],
            "children": len(listed),
            "best": node.id in self.line,
        }

    def node_in(self, message: dict[str, Any]) -> Node:
        """Take a node's number."""
        nodes = self.tree().nodes
        return nodes[whole_in(message, "node", 0, len(nodes) - 1)]

    def tree(self) -> Trace:
        """Give the tree, or say that there is none."""
        if self.found is None:
            raise OptionError("there is no tree: ask for one first")
        return self.found


def filter_in(message: dict[str, Any], algorithm: str) -> dict[str, Any]:
    """Take what RB's filter keeps."""
    if algorithm not in SELECTIVE:
        return {}
    rate = number_in(message, "keep_rate", 0.01, 1, 0.5)
    return {"keep_rate": rate, "deepening_depth": whole_in(message, "deepening_depth", 0, 4, 0)}


def role(found: Trace, node: Node) -> str:
    """Say what a node does with its children's scores: max, min, average, or leaf."""
    if node.leaf or node.fate != "searched":
        return "leaf"
    kind, extreme = role_of(found, node)
    return {"greatest": "max", "least": "min"}.get(extreme, "average") if kind == "enter" else "average"


def fates(found: Trace) -> dict[str, int]:
    """Count the nodes of each fate."""
    counted: dict[str, int] = {}
    for node in found.nodes:
        counted[node.fate] = counted.get(node.fate, 0) + 1
    return counted
