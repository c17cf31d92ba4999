"""A mistake in words: where it first shows, what was expected there, and what the program did."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.classroom.grading.cases import Case
from kibitz.classroom.grading.mistakes import SENTENCES
from kibitz.classroom.grading.observation import Observation
from kibitz.classroom.grading.reference import Cut, Leaf, Step, Trace

MOST_NAMED = 4
"""Nodes that are listed by name."""


class Place(NamedTuple):
    """The first node at which a program does something else than it should."""

    node: str
    expected: str
    got: str


@dataclass(frozen=True)
class Mistake:
    """A mistake with the first place where it shows."""

    name: str
    algorithm: str
    case: int  # its number among those of the algorithm; -1: none
    case_text: str
    place: Place
    sure: bool = True  # False: it looks like this mistake, but not everything is explained

    @property
    def sentence(self) -> str:
        """Return what is wrong, why it matters, and where to look."""
        return SENTENCES[self.name]

    @property
    def where(self) -> str:
        """Return the case and the node."""
        return f"{self.case_text}: node {self.place.node}" if self.place.node else self.case_text

    def to_json(self) -> dict[str, Any]:
        """Return the mistake as JSON."""
        return {
            "mistake": self.name,
            "algorithm": self.algorithm,
            "where": self.where,
            "expected": self.place.expected,
            "got": self.place.got,
            "sure": self.sure,
            "sentence": self.sentence,
        }


def where_different(case: Case, right: Trace, wrong: Trace) -> Place | None:
    """Return the first difference between a right search and one with a mistake; None if there is none."""
    for wanted, got in zip(right.steps, wrong.steps, strict=False):
        if wanted != got:
            return Place(
                got.node if isinstance(got, Leaf) else wanted.node, described(case, wanted), described(case, got)
            )
    if len(right.steps) > len(wrong.steps):
        wanted = right.steps[len(wrong.steps)]
        return Place(wanted.node, described(case, wanted), "stops here" if wrong.stuck else "ends here")
    if len(wrong.steps) > len(right.steps):
        got = wrong.steps[len(right.steps)]
        return Place(got.node, "the search is finished", described(case, got))
    if right.infinite != wrong.infinite:
        node = min(right.infinite ^ wrong.infinite)
        return Place(node, f"a finite value of {node}", "infinity")
    return None


def described(case: Case, step: Step) -> str:
    """Return what a search did, in words."""
    if isinstance(step, Leaf):
        if case.is_maze:
            return f"evaluates {step.node}"
        return f"{step.rule} of {step.node} for player {step.player}: {step.value:g}"
    if isinstance(step, Cut):
        return f"leaves {step.node} with window ({bound(step.alpha)}, {bound(step.beta)}); {unvisited(step.rest)}"
    return f"{step.node} is worth {bound(step.value)}"


def unvisited(nodes: tuple[str, ...]) -> str:
    """Return that nodes are not visited."""
    listed = ", ".join(nodes[:MOST_NAMED]) + (", …" if len(nodes) > MOST_NAMED else "")
    return f"{listed} {'is' if len(nodes) == 1 else 'are'} not visited"


def bound(value: float) -> str:
    """Return a number, or infinity as a sign."""
    return {float("inf"): "∞", float("-inf"): "−∞"}.get(value) or f"{value:g}"


def where_leaves_differ(case: Case, trace: Trace, seen: Observation) -> tuple[str, Place]:
    """Return how and where the leaves of a program differ from a right search's.

    The kind of difference is early (a leaf is missing), late (one too many), order, rule (asked otherwise) or same.
    """
    wanted, got = list(trace.leaves), list(seen.leaves)
    for expected, found in zip(wanted, got, strict=False):
        if expected != found:
            kind = "early" if found in trace.leaves else "late"
            if found in trace.leaves and expected in seen.leaves:
                kind = "order"
            return kind, Place(found, described(case, trace.leaves[expected]), f"visits {found}")
        leaf, asked = trace.leaves[expected], seen.leaves[found]
        if not case.is_maze and (leaf.rule, leaf.player) not in asked:
            rule, player = min(asked)
            return "rule", Place(found, described(case, leaf), f"{rule} of {found} for player {player}")
    if len(wanted) > len(got):
        node = wanted[len(got)]
        return "early", Place(node, described(case, trace.leaves[node]), f"does not visit {node}")
    if len(got) > len(wanted):
        node = got[len(wanted)]
        return "late", Place(node, f"{node} is not visited", f"visits {node}")
    return "same", Place(case.view.root, "", "")
