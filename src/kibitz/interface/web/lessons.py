"""Lessons: small trees and games, each with a question that the page checks.

Law. A lesson's right answer is read from the trace of its search, never written down; and what a page receives before
it answers says no more than the rules do: the tree, whose turn it is, and what the leaves are worth.
"""

import functools
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.interface.web.games import shown
from kibitz.interface.web.message import moves_in, number_in, word_in
from kibitz.interface.web.tree import Grown
from kibitz.interface.web.tree import listed as children_of
from kibitz.loader import load
from kibitz.score import Score
from kibitz.search.algorithm import algorithm_of
from kibitz.search.explain.node import Node, show
from kibitz.search.explain.trace import trace

Kind: TypeAlias = Literal["leaves", "number", "move"]
MOST_NUMBER = 1e9
MOST_ANSWERS = 2000
"""The most leaves in an answer."""
CLOSE = 1e-3
"""How far an answer may be from the right number: averages are typed rounded."""


@dataclass(frozen=True)
class Lesson:
    """A search to think about, and one question."""

    title: str
    text: str
    question: str
    kind: Kind
    right: "Callable[[Worked], Any]"
    game: str
    depth: int
    algorithm: str
    start: str | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def load(self) -> Game[Any]:
        """Load its game; text in brackets of any kind is a tree."""
        return load("tree", text=self.game) if self.game[0] in "({" else load(self.game)


@dataclass(frozen=True)
class Worked:
    """A lesson's search, and the whole tree of which it may have seen only a part."""

    lesson: Lesson
    game: Game[Any]
    full: Grown
    done: Grown
    seen: dict[int, Node]  # the search's node for each id of the whole tree
    ids: dict[int, int]  # and back

    def leaves(self) -> list[Node]:
        """Return the leaves of the whole tree."""
        return [node for node in self.full.found.nodes if node.leaf]

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

    def shown(self, node: Node, place: int) -> dict[str, Any]:
        """Return a node as it is drawn before the answer: only a leaf has its score."""
        secret = {"bound": None, "alpha": None, "beta": None, "best": False, "next": None, "entered": 0, "left": 0}
        drawn = {**self.full.shown(node), **secret, "place": place, "note": self.guess(node)}
        return drawn if node.leaf else {**drawn, "score": None}

    def revealed(self, node: Node, place: int) -> dict[str, Any]:
        """Return a node as the search saw it; one below a skipped branch counts as skipped."""
        hidden, near = self.shown(node, place), self.nearest(node)
        keep = ("id", "parent", "ply", "role", "leaf", "children", "label", "move", "position", "place", "note", "next")
        drawn = {**self.done.shown(near), **{name: hidden[name] for name in keep}}
        return drawn if near.fate == "searched" else {**drawn, "score": hidden["score"]}

    def guess(self, node: Node) -> str | None:
        """Return how a child of the root looks to the filter, in words."""
        if not algorithm_of(self.lesson.algorithm).filters or node.ply != 1:
            return None
        p = self.game.read(node.position)
        return f"looks like {show(self.game.rules.evaluate(p, self.done.found.result.player))}"

    def nodes(self, draw: Callable[[Node, int], dict[str, Any]]) -> list[dict[str, Any]]:
        """Return every node of the whole tree, drawn in one of the two ways."""
        root = self.full.found.root
        drawn, waiting = [], [(root, 0)]
        while waiting:
            node, place = waiting.pop()
            drawn.append(draw(node, place))
            waiting += [(child, number) for number, child in enumerate(children_of(node))][::-1]
        return drawn

    def steps(self) -> list[dict[str, Any]]:
        """Return every step of the search, with the ids of the whole tree."""
        places = {node["id"]: node["place"] for node in self.nodes(self.shown)}
        steps = []
        for number in range(len(self.done.told)):
            step = self.done.step(number)
            path = [self.ids[id] for id in step["path"]]
            child = None if step["child"] is None else self.ids[step["child"]]
            mapped = {"node": path[-1], "child": child, "path": path, "places": [places[id] for id in path]}
            steps.append({**step, **mapped})
        return steps


# What is asked


def root_score(worked: Worked) -> Score:
    """Return the search's score of the root."""
    assert worked.done.found.root.score is not None
    return worked.done.found.root.score


def spared_leaves(worked: Worked) -> set[int]:
    """Return the leaves that the search never visits."""
    return {node.id for node in worked.leaves() if not worked.is_visited(node)}


def visited_leaves(worked: Worked) -> int:
    """Return the number of leaves that the search visits."""
    return sum(map(worked.is_visited, worked.leaves()))


def chosen_move(worked: Worked) -> set[str]:
    """Return the move that the search plays."""
    return {str(worked.done.found.result.names.move)}


def best_moves(worked: Worked) -> set[str]:
    """Return every move that is as good as the best."""
    root = worked.full.found.root
    return {str(child.move) for child in root.children if child.score == root.score}


CHANCES = {
    "root": "root",
    "nodes": {
        "root": {"player": 0, "moves": {"sure": "sure", "coin": "coin", "die": "die"}},
        "sure": {"value": 4},
        "coin": {"chance": {"heads ½": [1 / 2, "heads"], "tails ½": [1 / 2, "tails"]}},
        "heads": {"value": 12},
        "tails": {"player": 1, "moves": {"mild": "mild", "harsh": "harsh"}},
        "mild": {"value": 2},
        "harsh": {"value": -6},
        "die": {"chance": {"six ⅙": [1 / 6, "six"], "other ⅚": [5 / 6, "other"]}},
        "six": {"value": 30},
        "other": {"value": 0},
    },
}

GUESSES = {
    "root": "root",
    "nodes": {
        "root": {"player": 0, "moves": {name: name for name in "abcd"}},
        **{
            name: {"player": 1, "value": guess, "moves": {"a": f"{name}a", "b": f"{name}b"}}
            for name, guess in zip("abcd", (7, 2, 5, 1), strict=True)
        },
        **{
            f"{name}{which}": {"value": value}
            for name, pair in zip("abcd", ((3, 9), (8, 6), (4, 5), (1, 2)), strict=True)
            for which, value in zip("ab", pair, strict=True)
        },
    },
}

LESSONS = {
    "minimax": Lesson(
        title="What is a position worth?",
        text="▲ moves first and wants a high number; ▼ answers and wants a low one. Each leaf shows what ▲ gets if the "
        "game ends there. Start at the leaves: what does ▼ choose in each group, and which of these does ▲ choose?",
        question="What is the root worth?",
        kind="number",
        right=root_score,
        game="((3 12 8) (2 4 6) (14 5 2))",
        depth=2,
        algorithm="minimax",
    ),
    "who-chooses": Lesson(
        title="Who chooses what",
        text="The greatest number is not always within reach: after ▲ has moved, ▼ chooses. A good move is good "
        "against the best answer, not against the answer we would like.",
        question="Which move should ▲ play?",
        kind="move",
        right=best_moves,
        game="((4 11) (7 6) (9 2))",
        depth=2,
        algorithm="minimax",
    ),
    "alpha-beta": Lesson(
        title="Leaves that need not be visited",
        text="Alpha-beta goes from left to right and remembers alpha, the score ▲ is sure of. As soon as ▼ can hold a "
        "node to alpha or less, ▲ will not go there, and the rest of that node cannot change anything.",
        question="Which leaves does alpha-beta never visit? Choose them in the picture.",
        kind="leaves",
        right=spared_leaves,
        game="((3 12 8) (2 4 6) (14 5 2))",
        depth=2,
        algorithm="alpha-beta",
    ),
    "ordering": Lesson(
        title="A better order saves more",
        text="The same numbers as before, but the last three are reversed: ▼'s best answer now comes first. The score "
        "cannot change, but the work can.",
        question="How many of the nine leaves does alpha-beta visit now?",
        kind="number",
        right=visited_leaves,
        game="((3 12 8) (2 4 6) (2 5 14))",
        depth=2,
        algorithm="alpha-beta",
    ),
    "deep-cut": Lesson(
        title="A window from higher up",
        text="The window is passed down the tree: what ▲ is sure of at the root still counts three plies below, and a "
        "cutoff high in the tree removes everything under it.",
        question="Which leaves does alpha-beta never visit? Choose them in the picture.",
        kind="leaves",
        right=spared_leaves,
        game="((6 8) (((4 9) (7 5)) (6 3)))",
        depth=4,
        algorithm="alpha-beta",
    ),
    "chance": Lesson(
        title="When nature moves",
        text="A circle is nature's move: no player chooses there, so each outcome counts by its probability. After "
        "tails ▼ chooses.",
        question="What is the root worth?",
        kind="number",
        right=root_score,
        game=json.dumps(CHANCES, ensure_ascii=False),
        depth=2,
        algorithm="expectiminimax",
    ),
    "filter": Lesson(
        title="A filter is a bet",
        text="RB looks at each child briefly, ranks them by how they look, and searches only the best share of them: "
        "here the keep rate at the root is 0.5, two of four. It never sees what it drops.",
        question="Which move does RB play?",
        kind="move",
        right=chosen_move,
        game=json.dumps(GUESSES),
        depth=2,
        algorithm="rb-minimax",
        options={"keep_rate": (0.5, 1.0)},
    ),
    "tic-tac-toe": Lesson(
        title="The move that wins",
        text="O is to move, so here ▲ is O: a leaf is worth 1 if O has won, −1 if X has won, and 0 for a draw. Look "
        "for two threats at once; then step through the search that proves it.",
        question="Which move wins?",
        kind="move",
        right=best_moves,
        game="tic-tac-toe",
        start="..O/..X/XOX",
        depth=4,
        algorithm="alpha-beta",
    ),
}


@functools.cache
def work(id: str) -> Worked:
    """Search a lesson's tree: all of it, and as the lesson does."""
    lesson = LESSONS[id]
    game = lesson.load()
    state = game.begin(position=lesson.start)
    full = trace(state, "expectiminimax" if game.rules.chances else "minimax", depth=lesson.depth)
    done = trace(state, lesson.algorithm, depth=lesson.depth, **lesson.options)
    seen = {full.root.id: done.root}
    for node in full.nodes:  # parents come before their children
        for child in node.children:
            for other in seen[node.id].children if node.id in seen else ():
                if other.move == child.move and other.fate != "probed":
                    seen[child.id] = other
    return Worked(lesson, game, Grown.of(full), Grown.of(done), seen, {seen[id].id: id for id in seen})


def listed() -> list[dict[str, Any]]:
    """List the lessons, without their answers."""
    return [told(id) for id in LESSONS]


def told(id: str) -> dict[str, Any]:
    """Return a lesson as a page shows it before it is answered."""
    worked = work(id)
    lesson, game = worked.lesson, worked.game
    state = None if lesson.start is None else shown(game.begin(position=lesson.start))
    return {
        "lesson": id,
        "title": lesson.title,
        "text": lesson.text,
        "question": lesson.question,
        "kind": lesson.kind,
        "algorithm": lesson.algorithm,
        "depth": lesson.depth,
        "moves": moves(worked) if lesson.kind == "move" else [],
        "state": state,
        "nodes": worked.nodes(worked.shown),
    }


def moves(worked: Worked) -> list[str]:
    """Return the names of the moves at the root."""
    return [str(child.move) for child in children_of(worked.full.found.root)]


def checked(message: dict[str, Any]) -> dict[str, Any]:
    """Check an answer, and return what the search did."""
    worked = work(word_in(message, "lesson", LESSONS))
    check = {"number": check_number, "leaves": check_leaves, "move": check_move}[worked.lesson.kind]
    return {
        **check(worked, message),
        "windows": algorithm_of(worked.lesson.algorithm).prunes,
        "nodes": worked.nodes(worked.revealed),
        "steps": worked.steps(),
    }


def check_number(worked: Worked, message: dict[str, Any]) -> dict[str, Any]:
    """Check a number."""
    answer, right = number_in(message, "answer", -MOST_NUMBER, MOST_NUMBER), worked.lesson.right(worked)
    is_right = abs(answer - right) <= CLOSE
    root = worked.done.found.root
    reasons = [*worked.told(root, "better", "worse", "count", "leave"), *cuts(worked)]
    say = f"Right: {show(right)}." if is_right else f"Not {show(answer)}: the search finds {show(right)}."
    return {"right": is_right, "say": say, "reasons": reasons, "marks": []}


def check_leaves(worked: Worked, message: dict[str, Any]) -> dict[str, Any]:
    """Check a choice of leaves, and explain each wrong one."""
    leaves = {node.id: node for node in worked.leaves()}
    answer, right = set(moves_in(message, "answer", MOST_ANSWERS)), worked.lesson.right(worked)
    if not answer <= leaves.keys():
        raise OptionError("answer must be a list of leaves, by their numbers")
    missed, extra = right - answer, answer - right

    def names(ids: Iterable[int]) -> str:
        return ", ".join(leaves[id].position for id in sorted(ids))

    parts = [f"You missed {names(missed)}."] * bool(missed)
    parts += [f"{names(extra)} {'is' if len(extra) == 1 else 'are'} visited."] * bool(extra)
    say = " ".join(["Not quite.", *parts]) if parts else f"Right: {names(right)}."
    visits = [sentence for id in sorted(extra) for sentence in worked.told(worked.seen[id], "over", "horizon")]
    marks = {"right": answer & right, "missed": missed, "extra": extra}
    return {
        "right": not parts,
        "say": say,
        "reasons": [*cuts(worked), *visits],
        "marks": [{"node": id, "mark": mark} for mark, ids in marks.items() for id in sorted(ids)],
    }


def check_move(worked: Worked, message: dict[str, Any]) -> dict[str, Any]:
    """Check a choice of a move."""
    answer, right = word_in(message, "answer", moves(worked)), worked.lesson.right(worked)
    is_right, names = answer in right, " or ".join(sorted(right))
    root, full, done = worked.done.found.root, worked.full.found, worked.done.found
    reasons = worked.told(root, "filter", "better", "worse", "count", "leave")
    if done.result.score != full.result.score:
        best = f"{full.result.names.move}, worth {show(full.result.score)}"
        reasons.append(f"The full search plays {best}: the filter dropped it before it was seen")
    children = {str(child.move): child.id for child in full.root.children}
    marks = [{"node": children[answer], "mark": "right" if is_right else "extra"}]
    marks += [{"node": children[name], "mark": "missed"} for name in sorted(right) if not is_right]
    say = f"Right: {answer}." if is_right else f"Not {answer}: it is {names}."
    return {"right": is_right, "say": say, "reasons": reasons, "marks": marks}


def cuts(worked: Worked) -> list[str]:
    """Return the reason for every cutoff, in order."""
    return [step.sentence for step in worked.done.told if step.kind == "cut"]
