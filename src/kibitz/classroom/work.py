"""The search of a lesson, beside the whole tree of which it may see only a part.

Law. What is drawn before the answer says no more than the rules do: the tree, whose turn it is, what the leaves are
worth, how the moves look to a filter, and for Monte Carlo tree search what each visit brought, which chance decides.
"""

import functools
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from kibitz.classroom.lesson import Lesson
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.score import Score
from kibitz.search.algorithm import algorithm_of, textbook_name
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.audit import Audit, audit
from kibitz.search.explain.node import Node, show
from kibitz.search.explain.story import rounded
from kibitz.search.explain.trace import trace, whole
from kibitz.search.explain.walk import Walk
from kibitz.search.explain.walk import listed as children_of
from kibitz.state import State

MOST_NODES = 1000
"""The most nodes of a lesson's whole tree: it is for looking at."""
UNPRUNED = {"alpha-beta": "minimax", "rb-alpha-beta": "rb-minimax"}
"""For each search that prunes, the same one without."""
SECRET = {
    **dict.fromkeys(("bound", "alpha", "beta", "sum", "next")),
    "best": False,
    "entered": 0,
    "left": 0,
}
"""What is not drawn before the answer."""
OF_THE_TREE = (
    *("id", "parent", "ply", "role", "leaf", "children", "label", "title", "move", "chance", "player", "seat"),
    *("position", "board", "place", "note", "next"),
)
"""What a node of the whole tree keeps when it is drawn as the search saw it."""


@dataclass(frozen=True)
class Worked:
    """A lesson's search, and the whole tree."""

    lesson: Lesson
    state: State
    full: Walk
    done: Walk
    seen: dict[int, Node]  # the search's node for each id of the whole tree
    ids: dict[int, int]  # and back
    names: dict[int, str]  # of the nodes of the whole tree

    @property
    def game(self) -> Game[Any]:
        """Return the game that is searched."""
        return self.state.game

    def leaves(self) -> list[Node]:
        """Return the leaves of the whole tree, from left to right."""
        return [node for node in self.in_order() if node.leaf]

    def inner(self) -> list[Node]:
        """Return the inner nodes of the whole tree, each before its children."""
        return [node for node in self.in_order() if not node.leaf]

    def in_order(self) -> list[Node]:
        """Return the nodes of the whole tree, each before its children and these from left to right."""
        return [node for node, _ in self.placed()]

    def placed(self) -> list[tuple[Node, int]]:
        """Return the nodes of the whole tree with their places among their siblings."""
        found, waiting = [], [(self.full.found.root, 0)]
        while waiting:
            node, place = waiting.pop()
            found.append((node, place))
            waiting += [(child, number) for number, child in enumerate(children_of(node))][::-1]
        return found

    def moves(self) -> list[str]:
        """Return the names of the moves at the root."""
        return [str(child.move) for child in children_of(self.full.found.root)]

    def name(self, node: Node) -> str:
        """Return the name of a node of the whole tree, as answers write it."""
        return self.names[node.id]

    def is_visited(self, node: Node) -> bool:
        """Return whether the search entered a node of the whole tree."""
        return node.id in self.seen and self.seen[node.id].fate == "searched"

    def nearest(self, node: Node) -> Node:
        """Return the search's own node for one of the whole tree, or the nearest visited one above it."""
        while node.id not in self.seen:
            assert node.parent is not None
            node = self.full.found.nodes[node.parent]
        return self.seen[node.id]

    def told(self, node: Node, *kinds: str) -> list[str]:
        """Return the sentences of these kinds at a node of the search."""
        return [step.sentence for step in self.done.told if step.node.id == node.id and step.kind in kinds]

    def said(self, *kinds: str) -> list[str]:
        """Return the sentences of these kinds, in order."""
        return [step.sentence for step in self.done.told if step.kind in kinds]

    # What is drawn

    def shown(self, node: Node, place: int) -> dict[str, Any]:
        """Return a node as it is drawn before the answer: only a leaf has its score."""
        look = self.looks().get(str(node.move)) if node.ply == 1 else None
        note = None if look is None else f"looks like {show(look)}"
        drawn = {**self.full.shown(node), **SECRET, "place": place, "note": note}
        return drawn if node.leaf else {**drawn, "score": None}

    def revealed(self, node: Node, place: int) -> dict[str, Any]:
        """Return a node as the search saw it; one below a skipped branch counts as skipped."""
        hidden, near = self.shown(node, place), self.nearest(node)
        drawn = {**self.done.shown(near), **{name: hidden[name] for name in OF_THE_TREE}}
        return drawn if near.fate == "searched" else {**drawn, "score": hidden["score"]}

    def before(self) -> list[dict[str, Any]]:
        """Return every node of the whole tree as it is drawn before the answer."""
        return [self.shown(node, place) for node, place in self.placed()]

    def after(self) -> list[dict[str, Any]]:
        """Return every node as it is drawn after the answer; of a Monte Carlo search, the tree that it has grown."""
        if self.lesson.algorithm == MCTS:
            return [
                {**self.done.shown(node), "place": place}
                for parent in [None, *self.done.found.nodes]
                for place, node in enumerate(children_of(parent) if parent else [self.done.found.root])
            ]
        return [self.revealed(node, place) for node, place in self.placed()]

    def steps(self) -> list[dict[str, Any]]:
        """Return every step of the search, with the ids of the nodes that are drawn after the answer."""
        steps = [self.done.step(number) for number in range(len(self.done.told))]
        if self.lesson.algorithm == MCTS:
            return steps
        places = {node.id: place for node, place in self.placed()}
        mapped = []
        for step in steps:
            path = [self.ids[id] for id in step["path"]]
            child = None if step["child"] is None else self.ids[step["child"]]
            own = {"node": path[-1], "child": child, "path": path, "places": [places[id] for id in path]}
            mapped.append({**step, **own})
        return mapped

    # What else is known

    def looks(self) -> dict[str, Score]:
        """Return how the root's moves look to the filter, where it asks the evaluation alone."""
        rules, lesson = self.game.rules, self.lesson
        if not algorithm_of(lesson.algorithm).filters or lesson.deepening_depth or rules.priority is not None:
            return {}
        p, player = self.state.position, self.done.found.result.player
        after = {self.game.move_name(p, move): rules.play(p, move) for move in self.game.moves(p)}
        return {
            name: rules.utility(q, player) if self.game.is_over(q) else rules.evaluate(q, player)
            for name, q in after.items()
        }

    def given(self) -> list[str]:
        """Return what else the question gives, a line each: the looks of moves, or what each visit brought."""
        lines = [f"{name} looks like {show(look)}" for name, look in self.looks().items()]
        for number, visit in enumerate(self.done.found.visits, 1):
            way = " → ".join(node.position if self.lesson.tree else node.move or "root" for node in visit.path)
            lines.append(f"visit {number}: {way}, worth {rounded(visit.value)}")
        return lines

    def compared(self) -> "Worked | None":
        """Return the lesson worked by the algorithm that it is compared with."""
        name = self.lesson.compare
        return work(replace(self.lesson, algorithm=name, compare="", kind="value")) if name else None

    def audited(self) -> Audit | None:
        """Return what RB's filter costs, if the lesson asks for it."""
        return audited(self.lesson) if self.lesson.audit else None


@functools.lru_cache(maxsize=512)
def work(lesson: Lesson) -> Worked:
    """Search a lesson's tree: all of it, and as the lesson does."""
    state = lesson.begin()
    full = Walk.of(
        trace(state, whole_of(lesson, state), depth=lesson.plies, player=lesson.player, most_nodes=MOST_NODES)
    )
    if len(full.found.nodes) > MOST_NODES:
        raise OptionError(f"the tree has more than {MOST_NODES:,} nodes: choose a lower depth or a smaller game")
    done = Walk.of(trace(state, lesson.algorithm, **lesson.options()))
    seen = {full.found.root.id: done.found.root}
    for node in full.found.nodes:  # parents come before their children
        for child in node.children:
            for other in seen[node.id].children if node.id in seen else ():
                if other.move == child.move and other.fate != "probed":
                    seen[child.id] = other
    return Worked(lesson, state, full, done, seen, {seen[id].id: id for id in seen}, named(full))


@functools.lru_cache(maxsize=64)
def audited(lesson: Lesson) -> Audit:
    """Return what the filter of a lesson costs."""
    return audit(lesson.begin(), lesson.algorithm, compiled=False, **lesson.options())


def judged(worked: Worked) -> Walk:
    """Return the lesson's search without pruning, in which every score is exact."""
    name = UNPRUNED.get(worked.lesson.algorithm)
    return work(replace(worked.lesson, algorithm=name, compare="", audit=False)).done if name else worked.done


def whole_of(lesson: Lesson, state: State) -> str:
    """Return the search that visits the whole tree, with the same roles as the lesson's."""
    return whole(textbook_name(state.game) if lesson.algorithm == MCTS else lesson.algorithm)


def named(full: Walk) -> dict[int, str]:
    """Return the names of nodes: a tree's own where they are unique, otherwise the moves that lead there."""
    nodes = full.found.nodes
    ways: dict[int, str] = {}
    for node in nodes:
        above = ways.get(node.parent, "") if node.parent is not None else ""
        ways[node.id] = f"{above}/{node.move}".lstrip("/") if node.parent is not None else ""
    if not full.found.game.is_tree:
        return {id: way or "root" for id, way in ways.items()}
    common = Counter(node.position for node in nodes)
    return {node.id: node.position if common[node.position] == 1 else ways[node.id] for node in nodes}
