"""Random trees of the shape of a lesson's tree, each with an answer that nobody can dispute.

Law. All values of a tree are distinct, and wherever a player chooses, one child is best: no answer depends on how ties
are broken.
"""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kibitz.classroom.form import Answer
from kibitz.classroom.lesson import Lesson
from kibitz.classroom.question import Question, asked
from kibitz.classroom.work import Worked, work
from kibitz.errors import OptionError
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.story import own_score
from kibitz.search.explain.walk import listed as children_of
from kibitz.search.explain.walk import role

LEAF = re.compile(r"[^\s()]+")
DECIMALS = 2
"""More decimals than this make an answer hard to write."""
MOST_SEED = 10**6


def tree_of(shape: Sequence[int]) -> str:
    """Return a tree in brackets with this many moves at each ply, and leaves that are all 0."""
    if not shape:
        return "0"
    return f"({' '.join([tree_of(shape[1:])] * shape[0])})"


def shaped(lesson: Lesson, shape: Sequence[int]) -> Lesson:
    """Return a lesson whose tree has another shape."""
    if not lesson.tree.startswith("("):
        raise OptionError(f"a shape is for trees in brackets, which {lesson.title!r} does not have")
    return replace(lesson, tree=tree_of(shape), depth=None)


def range_of(lesson: Lesson, values: tuple[int, int] | None) -> range:
    """Return the values that a tree may have: those given, or about those of the lesson; raise if they are too few."""
    if not lesson.tree:
        raise OptionError(f"{lesson.title!r} has no tree: a worksheet needs one to vary")
    numbers = numbers_in(lesson.tree)
    leaves = len(numbers)
    if values is None:
        low = int(min(0, *numbers))
        values = low, max(int(max(numbers)), low + 3 * leaves)
    if values[1] - values[0] + 1 < leaves:
        count = values[1] - values[0] + 1
        raise OptionError(f"{count} values are not enough for {leaves} leaves of {lesson.title!r}: widen the range")
    return range(values[0], values[1] + 1)


def numbers_in(tree: str) -> list[float]:
    """Return the first player's values of the leaves."""
    if tree.startswith("("):
        return [float(word) for word in LEAF.findall(tree)]
    values = [node.get("value", 0) for node in json.loads(tree)["nodes"].values() if is_leaf(node)]
    return [float(value[0] if isinstance(value, list) else value) for value in values]


def is_leaf(node: dict[str, Any]) -> bool:
    """Return whether a node of a tree in JSON is a leaf."""
    return not node.get("moves") and "chance" not in node


def varied(lesson: Lesson, values: range, chance: random.Random) -> Lesson:
    """Return the lesson with another tree of the same shape; a Monte Carlo search also with other random games."""
    seed = chance.randrange(MOST_SEED) if lesson.algorithm == MCTS else lesson.seed
    if lesson.tree.startswith("("):
        new = iter(chance.sample(values, len(LEAF.findall(lesson.tree))))
        return replace(lesson, tree=LEAF.sub(lambda found: str(next(new)), lesson.tree), seed=seed)
    data = json.loads(lesson.tree)
    for chosen in (True, False):  # the leaves, then the inner nodes that have a value, which the filter looks at
        nodes = [node for node in data["nodes"].values() if is_leaf(node) is chosen and (chosen or "value" in node)]
        columns = data.get("players", 2) if any(isinstance(node.get("value"), list) for node in nodes) else 1
        drawn = [chance.sample(values, len(nodes)) for _ in range(columns)]
        for node, row in zip(nodes, zip(*drawn, strict=True), strict=True):
            node["value"] = list(row) if columns > 1 else row[0]
    return replace(lesson, tree=json.dumps(data, ensure_ascii=False), seed=seed)


def is_clear(lesson: Lesson, question: Question) -> bool:
    """Return whether a question has something to find, and one answer whatever is assumed about ties."""
    worked = work(lesson)
    something = bool(question.right) or question.form.form not in ("names", "sequence", "windows", "numbers")
    return something and has_no_ties(worked)


def has_no_ties(worked: Worked) -> bool:
    """Return whether one child is best wherever a player chooses."""
    for node in worked.inner():
        if role(worked.full.found, node) != "average":
            scores = sorted(own_score(node, child) for child in children_of(node))
            if len(set(scores)) < len(scores):
                return False
    return True


def is_short(answer: Answer) -> bool:
    """Return whether every number of an answer has few decimals."""
    if isinstance(answer, dict):
        return all(map(is_short, answer.values()))
    if isinstance(answer, list | tuple):
        return all(map(is_short, answer))
    return not isinstance(answer, float) or abs(answer - round(answer, DECIMALS)) < 1e-9


def question_of(lesson: Lesson) -> Question | None:
    """Return the question of a random tree; None if it is not clear."""
    try:
        question = asked(lesson)
    except OptionError:  # means that do not follow from what is given
        return None
    return question if is_clear(lesson, question) else None
