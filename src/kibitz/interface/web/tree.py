"""The tree of a search for a page: kept on the server, and sent in parts as the user opens them.

Law. An answer is about one node, its children, or a few steps; no answer grows with the tree.
"""

import itertools
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.errors import OptionError
from kibitz.interface.web.message import number_in, whole_in, word_in
from kibitz.interface.web.searches import Tell, Work
from kibitz.rules import CHANCE
from kibitz.score import Score
from kibitz.search.algorithm import ALGORITHMS, FILTERING, algorithm_of, textbook, textbook_name
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.audit import audit
from kibitz.search.explain.node import Node, show
from kibitz.search.explain.story import mean_text, own_score, role_of, score_of, steps
from kibitz.search.explain.trace import Trace, trace
from kibitz.search.explain.visits import VISITS
from kibitz.state import State

MOST_NODES = 150_000
MOST_DEPTH = 20
MOST_CHILDREN = 500
MOST_VISITS = 500
MOST_STEPS = 1000
"""The most items sent at a time."""
MOST_POSITION = 500
"""The most characters of a position shown beside a node."""
COUNTING = ("better", "worse", "count")
"""The kinds of steps at which a node receives a child's score."""
SIGNS = {"lower": "≥ ", "upper": "≤ "}


class Told(NamedTuple):
    """A step as it is stored."""

    kind: str
    node: Node
    sentence: str
    counted: int  # how many children's scores the node has by then


@dataclass(frozen=True)
class Grown:
    """A search with all its nodes and steps."""

    found: Trace
    told: list[Told]
    entered: list[int]  # by a node's id: its first step; for one never entered, the step that skips it
    left: list[int]  # the last step
    line: set[int] = field(default_factory=set)  # ids on the principal variation

    @classmethod
    def of(cls, found: Trace) -> "Grown":
        """Return a trace with its steps, and when every node is entered and left."""
        if found.visits:
            return cls.of_visits(found)
        told: list[Told] = []
        counted: Counter[int] = Counter()
        entered, left = [-1] * len(found.nodes), [-1] * len(found.nodes)
        for now, step in enumerate(steps(found)):
            node = step.node
            counted[node.id] += step.kind in COUNTING
            told.append(Told(step.kind, node, step.sentence(), counted[node.id]))
            entered[node.id] = now if entered[node.id] < 0 else entered[node.id]
            left[node.id] = now
            if step.kind in ("cut", "filter"):
                for child in node.children:
                    if child.fate == ("cut" if step.kind == "cut" else "filtered"):
                        entered[child.id] = left[child.id] = now
        return cls(found, told, entered, left, found.line())

    @classmethod
    def of_visits(cls, found: Trace) -> "Grown":
        """Return the trace of a Monte Carlo search; a node is entered by its first visit and left by its last."""
        told = [Told(step.kind, step.node, step.sentence(), 0) for step in steps(found)]
        last = len(told) - 1
        entered, left = [last] * len(found.nodes), [last] * len(found.nodes)
        for number, visit in reversed(list(enumerate(found.visits))):
            for node in visit.path:
                entered[node.id] = 3 * number
        for number, visit in enumerate(found.visits):
            for node in visit.path:
                left[node.id] = 3 * number + 2
        return cls(found, told, entered, left, found.line())

    def shown(self, node: Node) -> dict[str, Any]:
        """Return a node as a page draws it."""
        found, children = self.found, listed(node)
        following = [number for number, child in enumerate(children) if child.id in self.line]
        return {
            "id": node.id,
            "parent": node.parent,
            "ply": node.ply,
            "depth": node.depth,
            "move": node.move,
            "label": label(found, node),
            "player": found.game.label(node.player),
            "role": role(found, node),
            "alpha": node.alpha,
            "beta": node.beta,
            "score": score_of(node) if node.fate == "searched" else None,
            "bound": node.bound,
            "fate": node.fate,
            "reason": node.reason,
            "leaf": node.leaf,
            "position": node.position[:MOST_POSITION],
            "children": len(children),
            "best": node.id in self.line,
            "next": following[0] if following and node.id in self.line else None,
            "entered": self.entered[node.id],
            "left": self.left[node.id],
        }

    def children(self, node: Node, first: int, count: int) -> list[dict[str, Any]]:
        """Return some children of a node, each with its place among them."""
        some = listed(node)[first : first + count]
        return [{**self.shown(child), "place": number} for number, child in enumerate(some, first)]

    def step(self, number: int) -> dict[str, Any]:
        """Return one step: its sentence, the path from the root to its node, and what is known on that path by then."""
        if self.found.visits:
            return self.visit_step(number)
        told = self.told[number]
        path = self.path(told.node)
        pairs = list(itertools.pairwise(path))
        # A node above the last one knows the children before the one being searched.
        counted = [*(place(below, searched(node)) for node, below in pairs), told.counted]
        known = [known_at(self.found, *each) for each in zip(path, counted, self.positions(path), strict=True)]
        if told.kind == "leave":
            known[-1]["value"] = SIGNS.get(told.node.bound or "", "") + score_of(told.node)
        return {
            "kind": told.kind,
            "node": told.node.id,
            "child": searched(told.node)[told.counted - 1].id if told.kind in COUNTING else None,
            "sentence": told.sentence,
            "path": [node.id for node in path],
            "places": [0, *(place(below, listed(node)) for node, below in pairs)],
            "known": known,
            **known[-1],
        }

    def visit_step(self, number: int) -> dict[str, Any]:
        """Return one step of a Monte Carlo search: going down, arriving, or backing up, with the means by then."""
        told, visit = self.told[number], self.found.visits[number // 3]
        values: dict[int, str | None] = {node.id: None for node in visit.path}
        for earlier in self.found.visits[: number // 3 + (told.kind == "back")]:
            for node, mean, count in zip(earlier.path, earlier.means, earlier.counts, strict=True):
                values[node.id] = mean_text(mean, count)
        path = visit.path[:1] if told.kind == "descend" else visit.path
        known = [{"alpha": None, "beta": None, "value": values[node.id]} for node in path]
        return {
            "kind": told.kind,
            "node": path[-1].id,
            "child": None,
            "sentence": told.sentence,
            "path": [node.id for node in path],
            "places": [0, *(place(below, listed(node)) for node, below in itertools.pairwise(path))],
            "known": known,
            **known[-1],
        }

    def path(self, node: Node) -> list[Node]:
        """Return the nodes from the root to this one."""
        way = [node]
        while way[-1].parent is not None:
            way.append(self.found.nodes[way[-1].parent])
        return way[::-1]

    def positions(self, path: Sequence[Node]) -> list[Any]:
        """Return the positions of a path; they are needed only where nature moves."""
        if all(node.player != CHANCE for node in path):
            return [None] * len(path)
        game = self.found.game
        positions = [self.found.result.position]
        for node in path[1:]:
            p = positions[-1]
            move = next(move for move in game.moves(p) if game.move_name(p, move) == node.move)
            positions.append(game.rules.play(p, move))
        return positions


class Trees:
    """The tree that a page looks at; a new one replaces the last."""

    def __init__(self) -> None:
        self.grown: Grown | None = None

    def growing(self, state: State, message: dict[str, Any]) -> Work:
        """Prepare a search whose every node is kept."""
        game = state.game
        algorithm = word_in(message, "algorithm", ALGORITHMS, textbook_name(game))
        if algorithm == MCTS:
            options: dict[str, Any] = {"visits": whole_in(message, "visits", 1, MOST_VISITS, VISITS)}
        else:
            depth = whole_in(message, "depth", 0, MOST_DEPTH, 3)
            options = {"depth": depth, "most_nodes": MOST_NODES, **filter_in(message, textbook(game, algorithm).name)}

        def work(stop: threading.Event, tell: Tell) -> dict[str, Any]:
            def count(nodes: int, now: int) -> None:
                tell({"nodes": nodes})

            found = trace(state, algorithm, stop=stop, tell=count, **options)
            self.grown = grown = Grown.of(found)
            result = found.result
            return {
                "root": {**grown.shown(found.root), "place": 0},
                "nodes": result.nodes,
                "filter_nodes": result.filter_nodes,
                "steps": len(grown.told),
                "score": score_of(found.root),
                "text": result.describe(),
                "move": result.names.move,
                "pv": list(result.names.pv),
                "algorithm": algorithm,
                "depth": result.depth,
                "visits": result.visits,
                "player": game.label(result.player),
                "windows": algorithm_of(algorithm).prunes and algorithm != MCTS,
                "fates": Counter(node.fate for node in found.nodes),
            }

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
        grown = self.tree()
        nodes = grown.found.nodes
        node = nodes[whole_in(message, "node", 0, len(nodes) - 1)]
        first = whole_in(message, "first", 0, max(0, len(listed(node)) - 1), 0)
        count = whole_in(message, "count", 1, MOST_CHILDREN, MOST_CHILDREN)
        return {"node": node.id, "first": first, "children": grown.children(node, first, count)}

    def steps(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return some steps of the search: what is done, where, and what is known there."""
        grown = self.tree()
        first = whole_in(message, "first", 0, len(grown.told) - 1, 0)
        count = whole_in(message, "count", 1, MOST_STEPS, 50)
        last = min(first + count, len(grown.told))
        return {"first": first, "steps": [grown.step(number) for number in range(first, last)]}

    def tree(self) -> Grown:
        """Return the tree; raise if there is none."""
        if self.grown is None:
            raise OptionError("there is no tree; request one first")
        return self.grown


def filter_in(message: dict[str, Any], algorithm: str) -> dict[str, Any]:
    """Return what RB's filter keeps."""
    if not algorithm_of(algorithm).filters:
        return {}
    rate = number_in(message, "keep_rate", 0.01, 1, 0.5)
    return {"keep_rate": rate, "deepening_depth": whole_in(message, "deepening_depth", 0, 4, 0)}


def listed(node: Node) -> list[Node]:
    """Return the children that a page shows, without those that were only ranked."""
    return [child for child in node.children if child.fate != "probed"]


def searched(node: Node) -> list[Node]:
    """Return the children that were searched, in that order."""
    return [child for child in node.children if child.fate == "searched"]


def place(node: Node, among: Sequence[Node]) -> int:
    """Return the place of a node among its siblings."""
    return [other.id for other in among].index(node.id)


def label(found: Trace, node: Node) -> str:
    """Return a node's name as in the story: its move, or in a tree of letters all of its letters."""
    if found.game.name == "tree" and node.position.endswith(node.move or ""):
        return node.position
    return node.move or "root"


def role(found: Trace, node: Node) -> str:
    """Return what a node does with its children's scores: max, min, average, or leaf."""
    if node.leaf or node.fate != "searched":
        return "leaf"
    kind, extreme = role_of(found, node)
    return {"greatest": "max", "least": "min"}.get(extreme, "average") if kind == "enter" else "average"


def known_at(found: Trace, node: Node, counted: int, p: Any) -> dict[str, Any]:
    """Return what a node knows after this many children: its window and its value so far."""
    alpha, beta = node.alpha, node.beta
    if node.leaf:
        return {"alpha": alpha, "beta": beta, "value": score_of(node)}
    children = searched(node)[:counted]
    if not children:
        return {"alpha": alpha, "beta": beta, "value": None}
    kind, extreme = role_of(found, node)
    if kind != "enter":
        return {"alpha": alpha, "beta": beta, "value": average(found, node, children, p)}
    scores = [own_score(node, child) for child in children]
    best = max(scores) if extreme == "greatest" else min(scores)
    if algorithm_of(found.result.algorithm).prunes and extreme == "greatest":
        alpha = best if alpha is None else max(alpha, best)
    elif algorithm_of(found.result.algorithm).prunes:
        beta = best if beta is None else min(beta, best)
    child = children[scores.index(best)]
    return {"alpha": alpha, "beta": beta, "value": SIGNS.get(child.bound or "", "") + score_of(child)}


def average(found: Trace, node: Node, children: Sequence[Node], p: Any) -> str:
    """Return the average of the children so far, weighted by probability."""
    odds = [odd for _, odd in found.game.chances(p)] if node.player == CHANCE else [1.0] * len(children)
    odds = odds[: len(children)]

    def mean(scores: Sequence[Score]) -> str:
        return show(sum(odd * score for odd, score in zip(odds, scores, strict=True)) / sum(odds))

    if children[0].scores is None:
        return mean([child.score or 0 for child in children])
    each = zip(*[child.scores or () for child in children], strict=True)
    return f"({', '.join(map(mean, each))})"
