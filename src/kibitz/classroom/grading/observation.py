"""What a program did on a case, without what it may do as it likes.

Programs may ask the rules in any order, twice, or more than they need. What counts is the value, the move, which leaves
were valued for whom (in order, where a search prunes), and which nodes were generated.
"""

import math
from dataclasses import dataclass, field
from typing import Any

from kibitz.classroom.grading.cases import Case
from kibitz.classroom.grading.reference import ALPHA_BETA, Plan, Trace, search

INFINITE = 1e6
"""From here on a number stands for infinity: the values of all cases are small."""
MOST_TRACES = 10_000
"""Traces that are kept; all are dropped when there are more."""
VALUING = ("utility", "evaluate", "score")
TOLERANCE = 1e-6


@dataclass
class Observation:
    """What a program did on one case."""

    value: float | None = None
    move: Any = None
    returned: str = ""
    error: dict[str, Any] | None = None
    leaves: dict[str, set[tuple[str, int]]] = field(default_factory=dict)  # the rules asked, and for whom
    played: set[str] = field(default_factory=set)
    infinite: list[str] = field(default_factory=list)  # nodes from which infinity was returned
    numbers: dict[str, list[list[float]]] = field(default_factory=dict)  # arguments of the program's own calls, by node
    last: str | None = None  # the node of the last question


def observe(answer: dict[str, Any]) -> Observation:
    """Return what an answer of the process shows."""
    seen = Observation(answer.get("value"), answer.get("move"), answer.get("returned", ""), answer.get("error"))
    events = answer.get("events", ())
    expanded = {node for rule, node, _ in events if rule == "play"}
    for rule, node, detail in events:
        seen.last = node
        if rule == "play":
            seen.played.add(detail)
        elif rule in VALUING and node not in expanded:
            seen.leaves.setdefault(node, set()).add((rule, detail))
    for kind, node, numbers in answer.get("calls", ()):
        if kind == "call":
            seen.numbers.setdefault(node, []).append(numbers)
        elif any(abs(number) >= INFINITE for number in numbers) and node not in seen.infinite:
            seen.infinite.append(node)
    return seen


class References:
    """The reference search on the cases of an algorithm, whose traces are kept for the next question."""

    def __init__(self, cases: tuple[Case, ...]) -> None:
        self.cases = cases
        self.found: dict[tuple[int, Plan], Trace] = {}

    def trace(self, number: int, plan: Plan) -> Trace:
        """Return what the reference search does on a case."""
        key = number, plan
        if key not in self.found:
            if len(self.found) >= MOST_TRACES:
                self.found.clear()
            case = self.cases[number]
            self.found[key] = search(case.view, case.depth, plan)
        return self.found[key]


def fits(case: Case, seen: Observation, trace: Trace, plan: Plan) -> bool:
    """Return whether a program did what a search does, apart from its choice of the move and needless work."""
    if seen.error is not None:
        return is_skipped(seen) or trace.stuck and is_explained(case, seen, plan)
    if trace.stuck:
        return False
    if case.is_maze:
        right = bool(seen.move == trace.move)
    else:
        right = seen.value is not None and is_same(seen.value, trace.value)
    if not right or case.transposes:
        return right
    return same_leaves(case, seen, trace, ordered=plan.algorithm == ALPHA_BETA)


def same_leaves(case: Case, seen: Observation, trace: Trace, ordered: bool) -> bool:
    """Return whether a program valued the leaves that a search values, for the same players."""
    leaves = trace.leaves
    if len(leaves) != len(seen.leaves) or leaves.keys() != seen.leaves.keys():
        return False
    if ordered and list(leaves) != list(seen.leaves):
        return False
    if case.is_maze:
        return all(("evaluate", 0) in asked for asked in seen.leaves.values())
    return all((leaf.rule, leaf.player) in seen.leaves[node] for node, leaf in leaves.items())


def is_skipped(seen: Observation) -> bool:
    """Return whether a case was not run."""
    return seen.error is not None and seen.error["kind"] == "skipped"


def is_explained(case: Case, seen: Observation, plan: Plan) -> bool:
    """Return whether a search that cannot go on explains an exception."""
    if seen.error is None or seen.error["kind"] != "exception":
        return False
    return plan.ending == "stop" or seen.last is not None and case.view.over(seen.last)


def is_same(a: float, b: float) -> bool:
    """Return whether two values are equal, up to rounding; all large numbers stand for infinity."""
    if abs(a) >= INFINITE or abs(b) >= INFINITE:
        return abs(a) >= INFINITE and abs(b) >= INFINITE and (a > 0) == (b > 0)
    return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
