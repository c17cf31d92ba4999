"""A search to walk through: every node as it is drawn, every step with its sentence, and what is known by then.

Law. A node shows at a step only what the search knows at that step. The page in the browser, the stand-alone page and
the notebook draw from this; the SVG and the terminal show the last step.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz.board.small import small
from kibitz.score import Score
from kibitz.search.algorithm import algorithm_of, ranked_by_priority
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.cast import AVERAGE, GREATEST, LEAST
from kibitz.search.explain.node import Node, fraction, show
from kibitz.search.explain.pseudocode import pseudocode
from kibitz.search.explain.story import mean_text, own_score, score_of, steps, sum_of

if TYPE_CHECKING:
    from kibitz.search.explain.trace import Trace

MOST_POSITION = 500
"""The most characters of a position shown beside a node."""
COUNTING = ("better", "worse", "count")
"""The kinds of steps at which a node receives a child's score."""
SIGNS = {"lower": "≥ ", "upper": "≤ "}
SHAPES = {GREATEST: "max", LEAST: "min", AVERAGE: "average"}


class Told(NamedTuple):
    """A step as it is stored."""

    kind: str
    node: Node
    sentence: str
    counted: int  # how many children's scores the node has by then


@dataclass(frozen=True)
class Walk:
    """A search with all its nodes and steps."""

    found: "Trace"
    told: list[Told]
    entered: list[int]  # by a node's id: its first step; for one never entered, the step that skips it
    left: list[int]  # the last step
    line: set[int] = field(default_factory=set)  # ids on the principal variation

    @classmethod
    def of(cls, found: "Trace") -> "Walk":
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
    def of_visits(cls, found: "Trace") -> "Walk":
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

    @functools.cached_property
    def windows(self) -> bool:
        """Return whether the search narrows a window."""
        algorithm = self.found.result.algorithm
        return algorithm != MCTS and algorithm_of(algorithm).prunes

    @functools.cached_property
    def boards(self) -> bool:
        """Return whether the game's boards are small enough to be drawn at the nodes."""
        return small(self.found.game.board(self.found.root.p)) is not None

    def head(self) -> dict[str, Any]:
        """Return what is said of the whole search."""
        found, result = self.found, self.found.result
        return {
            "algorithm": result.algorithm,
            "depth": result.depth,
            "visits": result.visits,
            "nodes": result.nodes,
            "filter_nodes": result.filter_nodes,
            "fates": Counter(node.fate for node in found.nodes),
            "player": found.cast.who(result.player),
            "score": score_of(found.root),
            "text": result.describe(),
            "move": result.names.move,
            "pv": list(result.names.pv),
            "windows": self.windows,
            "steps": len(self.told),
            "legend": legend(found),
            "code": [line._asdict() for line in pseudocode(found.cast)],
            "notes": notes(found),
        }

    def shown(self, node: Node, board: bool = True) -> dict[str, Any]:
        """Return a node as a page draws it, with a small board if there is one."""
        found, children = self.found, listed(node)
        following = [number for number, child in enumerate(children) if child.id in self.line]
        picture = small(found.game.board(node.p)) if board and self.boards else None
        return {
            "id": node.id,
            "parent": node.parent,
            "ply": node.ply,
            "depth": node.depth,
            "move": node.move,
            "label": label(found, node),
            "title": title(found, node),
            "player": found.cast.who(node.player),
            "seat": node.player if found.cast.many and node.player >= 0 and not node.leaf else None,
            "role": role(found, node),
            "alpha": node.alpha,
            "beta": node.beta,
            "score": score_of(node) if node.fate == "searched" else None,
            "bound": node.bound,
            "chance": None if node.chance is None else fraction(node.chance),
            "sum": sum_of(node) or None,
            "fate": node.fate,
            "reason": node.reason,
            "leaf": node.leaf,
            "position": node.position[:MOST_POSITION],
            "board": picture.to_json() if picture else None,
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
        counted = [place(below, searched(node)) for node, below in pairs]
        above = [self.known(node, count) for (node, _), count in zip(pairs, counted, strict=True)]
        known = [*above, self.known_at(number)]
        return {
            "kind": told.kind,
            "node": told.node.id,
            "child": self.counted_child(told),
            "sentence": told.sentence,
            "path": [node.id for node in path],
            "places": [0, *(place(below, listed(node)) for node, below in pairs)],
            "known": known,
            **known[-1],
        }

    def counted_child(self, told: Told) -> int | None:
        """Return the child whose score a node receives at a step."""
        return searched(told.node)[told.counted - 1].id if told.kind in COUNTING else None

    def known_at(self, number: int) -> dict[str, Any]:
        """Return what the node of a step knows by then: its window and its value so far."""
        told = self.told[number]
        known = self.known(told.node, told.counted)
        if told.kind == "leave":
            known["value"] = SIGNS.get(told.node.bound or "", "") + score_of(told.node)
        return known

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

    def known(self, node: Node, counted: int) -> dict[str, Any]:
        """Return what a node knows after this many children: its window and its value so far."""
        alpha, beta = node.alpha, node.beta
        if node.leaf:
            return {"alpha": alpha, "beta": beta, "value": score_of(node)}
        children = searched(node)[:counted]
        if not children:
            return {"alpha": alpha, "beta": beta, "value": None}
        takes = self.found.cast.takes(node.player)
        if takes == AVERAGE:
            return {"alpha": alpha, "beta": beta, "value": average(children)}
        scores = [own_score(node, child) for child in children]
        best = max(scores) if takes == GREATEST else min(scores)
        if self.windows and takes == GREATEST:
            alpha = best if alpha is None else max(alpha, best)
        elif self.windows:
            beta = best if beta is None else min(beta, best)
        child = children[scores.index(best)]
        return {"alpha": alpha, "beta": beta, "value": SIGNS.get(child.bound or "", "") + score_of(child)}


def packed(nodes: Iterable[dict[str, Any]]) -> list[str]:
    """Replace the drawings in the boards of nodes by numbers, and return the drawings: most boards share them."""
    drawings: dict[str, int] = {}

    def known(markup: str) -> int:
        return drawings.setdefault(markup, len(drawings))

    for node in nodes:
        if board := node["board"]:
            pieces = [[x, y, known(markup)] for x, y, markup in board["pieces"]]
            node["board"] = {"frame": board["frame"], "stage": known(board["stage"]), "pieces": pieces}
    return list(drawings)


def listed(node: Node) -> list[Node]:
    """Return the children that are drawn, without those that were only ranked."""
    return [child for child in node.children if child.fate != "probed"]


def searched(node: Node) -> list[Node]:
    """Return the children that were searched, in that order."""
    return [child for child in node.children if child.fate == "searched"]


def place(node: Node, among: Sequence[Node]) -> int:
    """Return the place of a node among its siblings."""
    return [other.id for other in among].index(node.id)


def label(found: "Trace", node: Node) -> str:
    """Return what is written above a node: the move that leads there, or in a tree of letters all of its letters."""
    if found.game.is_tree and node.position.endswith(node.move or ""):
        return node.position
    return node.move or "root"


def title(found: "Trace", node: Node) -> str | None:
    """Return the own name of a tree's node where no label shows it."""
    shown = "root" if node.parent is None else label(found, node)
    return node.position if found.game.is_tree and node.position != shown else None


def role(found: "Trace", node: Node) -> str:
    """Return the shape of a node: what it does with its children's scores, or leaf."""
    if node.leaf or node.fate != "searched":
        return "leaf"
    return SHAPES[found.cast.takes(node.player)]


def legend(found: "Trace", blank: bool = False) -> list[tuple[str, str]]:
    """Return what the shapes and lines of a tree mean: the name of each sign that it has, and words.

    A blank tree has none of the signs that the search leaves.
    """
    cast, fates = found.cast, {node.fate for node in found.nodes}
    inner = [node for node in found.nodes if node.fate == "searched" and not node.leaf]
    who = {role(found, node): cast.who(node.player) for node in reversed(inner)}
    for_themselves = cast.many and cast.takes(cast.player) == cast.takes((cast.player + 1) % cast.game.players)
    meanings = {
        "max": "each player takes their best" if for_themselves else f"{who.get('max')} takes the {GREATEST}",
        "min": f"the others take the {LEAST}" if cast.many else f"{who.get('min')} takes the {LEAST}",
        "average": "the average counts",
        "leaf": "leaf",
        "best": "best play",
        "cut": "cut: never visited",
        "filtered": "filtered away",
        "unvisited": "not visited",
    }
    there = {*who, "leaf"} if blank else {*who, "leaf", *fates, *(["best"] if found.result.pv else [])}
    return [(sign, words) for sign, words in meanings.items() if sign in there]


def notes(found: "Trace") -> list[str]:
    """Return what a student may misunderstand about the search, in sentences."""
    cast, rules = found.cast, found.game.rules
    told = []
    if found.game.players > 2 and cast.takes((cast.player + 1) % found.game.players) == LEAST and not rules.teams:
        told.append(
            f"{cast.algorithm} with {found.game.players} players: everybody else plays against "
            f"{cast.who(cast.player)}. In max-n each player plays for themselves."
        )
    if by_priority := ranked_by_priority(found.game, cast.algorithm):
        told.append(f"{by_priority}.")
    return told


def average(children: Sequence[Node]) -> str:
    """Return the average of the children so far, weighted by probability."""
    odds = [child.chance or 0.0 for child in children]

    def mean(scores: Sequence[Score]) -> str:
        return show(sum(odd * score for odd, score in zip(odds, scores, strict=True)) / sum(odds))

    if children[0].scores is None:
        return mean([child.score or 0 for child in children])
    each = zip(*[child.scores or () for child in children], strict=True)
    return f"({', '.join(map(mean, each))})"
