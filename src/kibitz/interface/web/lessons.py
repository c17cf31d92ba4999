"""Lessons as a page sees them: the list, a lesson before its answer, what is said of an answer, and the solution.

Law. What a page receives before it asks for the solution says no more than the rules do and the lesson's own hints.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.classroom.form import wanted
from kibitz.classroom.question import Question, compared, reasons, remark, wording
from kibitz.classroom.shelf import Held, built_in
from kibitz.classroom.work import Worked, work
from kibitz.errors import OptionError
from kibitz.interface.web.games import shown
from kibitz.interface.web.message import whole_in, word_in
from kibitz.search.engine.settings import MCTS
from kibitz.search.explain.audit import Audit
from kibitz.search.explain.walk import legend, packed

MOST_TRIES = 1000


class Lessons:
    """The lessons of a server: a teacher's first, then the built-in ones that these do not replace."""

    def __init__(self, first: Sequence[Held] = ()) -> None:
        taken = {each.id for each in first}
        self.held = {each.id: each for each in (*first, *(each for each in built_in() if each.id not in taken))}

    def listed(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """List the lessons by title."""
        return [
            {"lesson": held.id, "title": held.lesson.title, "kind": held.lesson.kind, "group": held.group}
            for held in self.held.values()
        ]

    def told(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return a lesson as a page shows it before it is answered."""
        held = self.find(message)
        lesson, worked, form = held.lesson, work(held.lesson), held.question.form
        return {
            "lesson": held.id,
            "title": lesson.title,
            "text": lesson.text,
            "question": wording(lesson),
            "kind": lesson.kind,
            "form": form.form,
            "names": list(form.names),
            "width": form.width,
            "wanted": wanted(form),
            "algorithm": lesson.algorithm,
            "depth": lesson.plies,
            "compare": lesson.compare or None,
            "hints": len(lesson.hints),
            "given": worked.given() if lesson.algorithm == MCTS else [],
            "state": shown(worked.state) if lesson.game else None,
            "picks": picks(worked, form.form),
            "legend": legend(worked.full.found, blank=True),
            "nodes": (nodes := worked.before()),
            "drawings": packed(nodes),
        }

    def checked(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return what is right and wrong in an answer, and the next hint; `tries` is how many were wrong before."""
        held = self.find(message)
        tries = whole_in(message, "tries", 0, MOST_TRIES, 0)
        if message.get("answer") is None:
            raise OptionError("there is no answer")
        question, worked = held.question, work(held.lesson)
        answer, verdict = question.check(message["answer"])
        hints = held.lesson.hints
        hint = hints[tries] if not verdict.right and tries < len(hints) else None
        parts = {"right": verdict.good, "extra": verdict.wrong}
        return {
            "right": verdict.right,
            "say": remark(question, answer, verdict),
            "parts": {name: mark for mark, names in parts.items() for name in names},
            "marks": [] if question.form.form == "windows" else marked(worked, parts),
            "hint": hint,
            "hints": len(hints),
        }

    def solved(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the solution of a lesson, with the whole search."""
        held = self.find(message)
        question, worked = held.question, work(held.lesson)
        other, audit = worked.compared(), worked.audited()
        return {
            "say": f"The answer is {question.solution()}.",
            "answer": question.right,
            "reasons": [reason for reason in (*reasons(worked, question), compared(worked)) if reason],
            "explanation": held.lesson.explanation,
            "marks": marked(worked, {"right": right_names(question)}),
            **searched(worked),
            "compared": searched(other) if other else None,
            "audit": audit_told(audit) if audit else None,
        }

    def find(self, message: dict[str, Any]) -> Held:
        """Return the lesson that a message names."""
        return self.held[word_in(message, "lesson", self.held)]


def searched(worked: Worked) -> dict[str, Any]:
    """Return a whole search, to be drawn and walked through."""
    nodes = worked.after()
    return {"head": worked.done.head(), "nodes": nodes, "drawings": packed(nodes), "steps": worked.steps()}


def audit_told(found: Audit) -> dict[str, Any]:
    """Return an audit as the tree view shows it."""
    kept = found.kept
    return {**found.to_json(), "move": kept.names.move, "score": kept.score, "nodes": kept.nodes}


def picks(worked: Worked, form: str) -> dict[str, int]:
    """Return the leaves that can be chosen in the picture: their ids by name."""
    leaves = {worked.name(node): node.id for node in worked.leaves()}
    return leaves if form in ("names", "sequence") and worked.lesson.kind in ("unvisited", "order") else {}


def ids_by_name(worked: Worked) -> dict[str, int]:
    """Return the nodes of the picture that an answer can mark; a move at the root is the child it leads to."""
    if worked.lesson.algorithm == MCTS:
        return {}
    moves = {str(node.move): node.id for node in worked.in_order() if node.ply == 1}
    return moves | {worked.name(node): node.id for node in worked.in_order()}


def marked(worked: Worked, parts: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """Return a mark for every named node of the picture."""
    ids = ids_by_name(worked)
    return [{"node": ids[name], "mark": mark} for mark, names in parts.items() for name in names if name in ids]


def right_names(question: Question) -> Sequence[str]:
    """Return what the right answer names, to be marked; where it names every node, nothing."""
    return tuple(question.right) if question.form.form in ("names", "sequence", "choice") else ()
