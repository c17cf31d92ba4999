"""The kinds of questions: what each asks, the right answer, and what is said of another one.

Law. The right answer is read from the trace of the lesson's search, never written down. What is said of a wrong answer
is about its own parts, and does not say what would be right.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from kibitz.classroom.form import NAME, Answer, Form, Verdict, checked, is_close, judge, text
from kibitz.classroom.lesson import Lesson
from kibitz.classroom.work import Worked, audited, judged, work
from kibitz.errors import OptionError, did_you_mean
from kibitz.score import tidy
from kibitz.search.algorithm import ALGORITHMS
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.node import Node, show
from kibitz.search.explain.trace import trace

A_NAME = re.compile(NAME)


class Kind(NamedTuple):
    """A kind of question."""

    form: str
    asks: str  # the wording of a lesson that has none of its own
    names: Callable[[Worked], list[str]]  # what an answer may name
    right: Callable[[Worked], Answer]
    suits: Callable[[Lesson], bool]  # whether the lesson's search can answer it
    needs: str  # which searches these are


class Question(NamedTuple):
    """What a lesson asks, with the right answer; of a choice, with all that are right."""

    kind: str
    form: Form
    right: Answer

    def check(self, given: Any) -> tuple[Answer, Verdict]:
        """Return an answer given as JSON in its own form, and what is right in it."""
        answer = checked(self.form, given)
        return answer, judge(self.form, answer, self.right)

    def solution(self) -> str:
        """Write the right answer."""
        return " or ".join(self.right) if self.form.form == "choice" else text(self.form, self.right)


# What is named


def nobody(worked: Worked) -> list[str]:
    """Name nothing: the answer is a number."""
    return []


def inner_names(worked: Worked) -> list[str]:
    """Return the names of the inner nodes."""
    return [worked.name(node) for node in worked.inner()]


def leaf_names(worked: Worked) -> list[str]:
    """Return the names of the leaves."""
    return [worked.name(node) for node in worked.leaves()]


def inner_positions(worked: Worked) -> list[str]:
    """Return the positions of the inner nodes, each once."""
    return list(dict.fromkeys(node.position for node in worked.inner()))


# What is right


def scored(node: Node) -> Answer:
    """Return a node's score, or everyone's in max-n."""
    assert node.score is not None
    return node.score if node.scores is None else list(node.scores)


def node_score(worked: Worked) -> Answer:
    """Return the search's score of the root, or of the node that is asked about."""
    asked = worked.lesson.node
    if not asked:
        return scored(worked.done.found.root)
    found = [node for node in worked.in_order() if worked.name(node) == asked and worked.is_visited(node)]
    if not found:
        known = [worked.name(node) for node in worked.in_order() if worked.is_visited(node)]
        raise OptionError(f"node: expected a node that the search visits, got {asked!r}{did_you_mean(asked, known)}")
    own = worked.seen[found[0].id]
    if own.bound != "exact":
        raise OptionError(f"node: expected a node whose score the search finds exactly, got {asked!r}, only a bound")
    return scored(own)


def inner_scores(worked: Worked) -> Answer:
    """Return the score of every inner node."""
    return {worked.name(node): scored(worked.seen[node.id]) for node in worked.inner()}


def unvisited_leaves(worked: Worked) -> Answer:
    """Return the leaves that the search never visits."""
    return [worked.name(node) for node in worked.leaves() if not worked.is_visited(node)]


def visited_count(worked: Worked) -> Answer:
    """Return how many leaves the search visits."""
    return sum(map(worked.is_visited, worked.leaves()))


def visited_order(worked: Worked) -> Answer:
    """Return the leaves in the order in which the search visits them."""
    leaves = {node.id: node for node in worked.leaves()}
    entered = [worked.ids.get(node.id) for node in worked.done.found.nodes if node.fate == "searched"]
    return [worked.name(leaves[id]) for id in entered if id in leaves]


def windows(worked: Worked) -> Answer:
    """Return alpha and beta on entry, for every inner node that is entered."""
    entered = [(node, worked.seen[node.id]) for node in worked.inner() if worked.is_visited(node)]
    return {worked.name(node): [own.alpha, own.beta] for node, own in entered}


def best_moves(worked: Worked) -> Answer:
    """Return every move that is as good as the one that the search plays; of mcts, that one alone."""
    result = worked.done.found.result
    if worked.lesson.algorithm == MCTS:
        return (str(result.names.move),)
    root = judged(worked).found.root
    good = {child.move for child in root.children if child.fate == "searched" and child.score == root.score}
    return tuple(name for name in worked.moves() if name in good)


def dropped_moves(worked: Worked) -> Answer:
    """Return the root's moves that the filter drops."""
    gone = {child.move for child in worked.done.found.root.children if child.fate == "filtered"}
    return [name for name in worked.moves() if name in gone]


def filter_cost(worked: Worked) -> Answer:
    """Return how much worse RB's move is than the best one, by the full search."""
    return tidy(audited(worked.lesson).loss)


def nodes_of_all_depths(worked: Worked) -> Answer:
    """Return how many nodes the searches to depths 1, 2, … visit together."""
    return sum(nodes_by_depth(worked))


def nodes_by_depth(worked: Worked) -> list[int]:
    """Return how many nodes the search to each depth visits."""
    state, algorithm, options = worked.state, worked.lesson.algorithm, worked.lesson.options()
    depths = range(1, worked.lesson.plies + 1)
    return [trace(state, algorithm, **{**options, "depth": depth}).result.nodes for depth in depths]


def ways_to(worked: Worked, position: str) -> list[str]:
    """Return the moves that lead to each visit of a position."""
    found = [node for node in worked.inner() if node.position == position and worked.is_visited(node)]
    return [" ".join(str(each.move) for each in worked.full.path(node)[1:]) for node in found]


def repeated_positions(worked: Worked) -> Answer:
    """Return the inner positions that the search enters more than once."""
    entered = Counter(node.position for node in worked.inner() if worked.is_visited(node))
    return [name for name in inner_positions(worked) if entered[name] > 1]


def move_visits(worked: Worked) -> Answer:
    """Return how many visits each move has."""
    found = {child.move: child.visits or 0 for child in worked.done.found.root.children}
    return {name: found.get(name, 0) for name in worked.moves()}


def move_means(worked: Worked) -> Answer:
    """Return the mean of the visits of each move that has any."""
    found = {child.move: child for child in worked.done.found.root.children if child.visits}
    for child in found.values():
        if not is_close(mean_of(worked, child), child.score):
            raise OptionError("seed: a bound that is proven changes what a visit counts for: choose another seed")
    return {name: tidy(found[name].score) for name in worked.moves() if name in found}


def mean_of(worked: Worked, child: Node) -> float:
    """Return the mean of what the visits through a node brought at their ends."""
    visits = worked.done.found.visits
    through = [visit.value for visit in visits if any(node is child for node in visit.path)]
    return sum(through) / len(through)


# Which searches answer what


def by_depth(lesson: Lesson) -> bool:
    """Accept every search but Monte Carlo's."""
    return lesson.algorithm != MCTS


def complete(lesson: Lesson) -> bool:
    """Accept searches that visit the whole tree."""
    found = ALGORITHMS[lesson.algorithm]
    return by_depth(lesson) and not found.prunes and not found.filters


def averaging(lesson: Lesson) -> bool:
    """Accept searches that average."""
    return lesson.algorithm in ("expectimax", "expectiminimax")


def pruning(lesson: Lesson) -> bool:
    """Accept searches with a window."""
    return ALGORITHMS[lesson.algorithm].prunes


def filtering(lesson: Lesson) -> bool:
    """Accept searches with a filter."""
    return ALGORITHMS[lesson.algorithm].filters


def simulating(lesson: Lesson) -> bool:
    """Accept Monte Carlo tree search."""
    return lesson.algorithm == MCTS


def any_search(lesson: Lesson) -> bool:
    """Accept every search."""
    return True


NO_MCTS, WHOLE, WINDOW = "any search but mcts", "minimax, expectimax, expectiminimax or max-n", "alpha-beta"
RB, AVERAGE = "rb-minimax or rb-alpha-beta", "expectimax or expectiminimax"
KINDS = {
    "value": Kind("number", "What is the root worth?", nobody, node_score, by_depth, NO_MCTS),
    "values": Kind("numbers", "What is each inner node worth?", inner_names, inner_scores, complete, WHOLE),
    "expected": Kind("number", "What is the expected value of the root?", nobody, node_score, averaging, AVERAGE),
    "move": Kind("choice", "Which move does the search play?", Worked.moves, best_moves, any_search, ""),
    "unvisited": Kind(
        "names", "Which leaves does the search never visit?", leaf_names, unvisited_leaves, by_depth, NO_MCTS
    ),
    "visited": Kind("number", "How many leaves does the search visit?", nobody, visited_count, by_depth, NO_MCTS),
    "order": Kind("sequence", "In which order are the leaves visited?", leaf_names, visited_order, by_depth, NO_MCTS),
    "windows": Kind(
        "windows", "With which alpha and beta is each inner node entered?", inner_names, windows, pruning, WINDOW
    ),
    "dropped": Kind(
        "names", "Which moves does the filter drop at the root?", Worked.moves, dropped_moves, filtering, RB
    ),
    "cost": Kind("number", "How much worse is RB’s move than the best one?", nobody, filter_cost, filtering, RB),
    "deepening": Kind(
        "number", "How many nodes do all iterations visit together?", nobody, nodes_of_all_depths, by_depth, NO_MCTS
    ),
    "repeated": Kind(
        "names",
        "Which inner positions are searched more than once?",
        inner_positions,
        repeated_positions,
        by_depth,
        NO_MCTS,
    ),
    "visits": Kind("numbers", "How many visits has each move?", Worked.moves, move_visits, simulating, MCTS),
    "means": Kind("numbers", "What is the mean of each move’s visits?", Worked.moves, move_means, simulating, MCTS),
}
SCORED = ("value", "values", "expected")
"""Kinds whose numbers are scores: in max-n there is one for each player."""


def kind_of(lesson: Lesson) -> Kind:
    """Return the kind of a lesson's question; raise if there is none of this name, or it does not suit the search."""
    kind = KINDS.get(lesson.kind)
    if kind is None:
        known = did_you_mean(lesson.kind, KINDS) or f"; there are {', '.join(KINDS)}"
        raise OptionError(f"kind: there is no kind of question {lesson.kind!r}{known}")
    if not kind.suits(lesson):
        raise OptionError(f"kind: {lesson.kind} needs {kind.needs}, not {lesson.algorithm}")
    if lesson.node and lesson.kind not in ("value", "expected"):
        raise OptionError("node is for the kinds value and expected")
    return kind


def asked(lesson: Lesson) -> Question:
    """Work a lesson out, and return its question with the right answer."""
    kind, worked = kind_of(lesson), work(lesson)
    names = tuple(kind.names(worked))
    for name in names:
        if not A_NAME.fullmatch(name):
            raise OptionError(f"kind: {lesson.kind} names {name!r}: expected names without spaces and , ; : = ( )")
    wide = worked.game.players if ALGORITHMS[lesson.algorithm].many and lesson.kind in SCORED else 1
    form = "scores" if wide > 1 and kind.form == "number" else kind.form
    return Question(lesson.kind, Form(form, names, wide), kind.right(worked))


def wording(lesson: Lesson) -> str:
    """Return the question in words."""
    if lesson.question:
        return lesson.question
    asks = kind_of(lesson).asks
    return asks.replace("the root", lesson.node) if lesson.node else asks


# What is said


def remark(question: Question, answer: Answer, verdict: Verdict) -> str:
    """Return what is said of an answer: of a wrong one only what is wrong in it."""
    if verdict.right:
        return f"Right: {question.solution()}."
    form = question.form.form
    if form in ("number", "scores", "choice"):
        return f"{text(question.form, answer)} is not right."
    if not answer:
        return "Not quite: something is missing."
    wrong = ", ".join(verdict.wrong)
    if form == "sequence":
        good = len(verdict.good)
        return f"Not quite: {ordered(good)}{', but it goes on' if not verdict.wrong else ''}."
    if verdict.wrong:
        return f"Not quite: {wrong} {'is' if len(verdict.wrong) == 1 else 'are'} wrong."
    return "Not quite: all of this is right, but something is missing."


def ordered(good: int) -> str:
    """Return how far an order is right, in words."""
    return "the first one is wrong" if good == 0 else f"it is right up to number {good}"


def reasons(worked: Worked, question: Question) -> list[str]:
    """Return why the answer is what it is, by the sentences of the search itself."""
    root, own = worked.done.found.root, worked.done.found
    if question.kind in ("visits", "means"):
        return worked.said("back")[-1:]
    if question.kind in ("unvisited", "visited", "order", "windows"):
        return worked.said("cut", "filter") or worked.told(root, "leave")
    if question.kind == "repeated":
        return [f"{name} is reached by {' and by '.join(ways_to(worked, name))}" for name in question.right]
    if question.kind == "deepening":
        each = enumerate(nodes_by_depth(worked), 1)
        return [f"the search to depth {depth} visits {nodes} nodes" for depth, nodes in each]
    told = worked.told(root, "filter", "better", "worse", "count", "leave")
    if question.kind in ("value", "values", "expected"):
        told += worked.said("cut")
    best = worked.full.found.result
    if filtering(worked.lesson) and own.result.score != best.score:
        told.append(f"The full search plays {best.names.move}, worth {show(best.score)}: the filter dropped it unseen")
    return told


def compared(worked: Worked) -> str:
    """Return what the algorithm that a lesson is compared with does, in words; empty if there is none."""
    other = worked.compared()
    if other is None:
        return ""
    each = [(one.lesson.algorithm, one.done.found.result) for one in (worked, other)]
    told = [f"{name} plays {result.names.move}, worth {show(tidy(result.score))}" for name, result in each]
    return "; ".join(told)


def checked_lesson(lesson: Lesson, where: str) -> Question:
    """Return the question of a lesson, worked out; errors begin with `where`."""
    try:
        if lesson.compare:
            work(replace(lesson, algorithm=lesson.compare, compare="", kind="value"))
        return asked(lesson)
    except OptionError as error:
        raise OptionError(f"{where}: {error}") from None
