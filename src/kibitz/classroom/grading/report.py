"""What grading a program found: for people, as JSON, and in the format of Gradescope's autograder."""

from dataclasses import dataclass
from typing import Any

from kibitz.classroom.grading.cases import Case
from kibitz.classroom.grading.drawing import drawn
from kibitz.classroom.grading.words import Mistake

MOST_PRINTED = 400
"""Characters of a program's own output in a report for people."""
COLUMNS = ["program", "points", "mistakes"]
"""The heading of a class's spreadsheet."""


@dataclass(frozen=True)
class Grade:
    """One algorithm of a program."""

    algorithm: str
    name: str  # the function or class
    right: tuple[bool, ...]  # for each case
    mistakes: tuple[Mistake, ...]
    cases: tuple[Case, ...] = ()

    @property
    def passed(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.mistakes

    @property
    def share(self) -> float:
        """Return the share of cases that are right."""
        return sum(self.right) / len(self.right) if self.right else 0.0

    def row(self, width: int) -> str:
        """Return a line of the table of algorithms."""
        marks = "".join("✓" if each else "✗" for each in self.right)
        named = ", ".join(dict.fromkeys(mistake.name for mistake in self.mistakes)) or "right"
        return f"{self.name:{width}}  {marks}  {sum(self.right)} of {len(self.right)} cases  {named}"

    def explanation(self) -> str:
        """Return the mistakes in words, each with a picture of its case if it is a small tree."""
        return "\n\n".join(self.paragraph(mistake) for mistake in self.mistakes)

    def paragraph(self, mistake: Mistake) -> str:
        """Return one mistake in words."""
        name = mistake.name if mistake.sure else f"looks like {mistake.name}"
        lines = [f"{self.name}: {name}", mistake.sentence]
        if mistake.case_text:
            lines.append(f"where     {mistake.where}")
        lines += [f"expected  {mistake.place.expected}", f"got       {mistake.place.got}"] * bool(mistake.place.got)
        if 0 <= mistake.case < len(self.cases) and (picture := drawn(self.cases[mistake.case], mistake.place.node)):
            lines.append(picture)
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the grade as JSON."""
        return {
            "algorithm": self.algorithm,
            "name": self.name,
            "passed": self.passed,
            "cases": len(self.right),
            "right": sum(self.right),
        }


@dataclass(frozen=True)
class Report:
    """What grading a program found."""

    program: str
    grades: tuple[Grade, ...]
    printed: str = ""  # the beginning of what the program printed
    printed_size: int = 0  # characters that it printed in all
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Return whether every algorithm is right."""
        return all(grade.passed for grade in self.grades)

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Return all mistakes."""
        return tuple(mistake for grade in self.grades for mistake in grade.mistakes)

    def line(self, width: int = 0) -> str:
        """Return the report as one line of the table of a class."""
        named = ", ".join(dict.fromkeys(mistake.name for mistake in self.mistakes))
        right, cases = sum(sum(grade.right) for grade in self.grades), sum(len(grade.right) for grade in self.grades)
        verdict = "passed" if self.passed else "failed"
        return f"{self.program:{width}}  {verdict}  {right:>3} of {cases:>3}  {named}".rstrip()

    def row(self, points: float) -> list[Any]:
        """Return the report as a row of a class's spreadsheet, below COLUMNS."""
        named = ", ".join(dict.fromkeys(mistake.name for mistake in self.mistakes))
        return [self.program, self.to_gradescope(points)["score"], named]

    def __str__(self) -> str:
        width = max((len(grade.name) for grade in self.grades), default=0)
        table = "\n".join(grade.row(width) for grade in self.grades)
        parts = [f"{self.program}: {'passed' if self.passed else 'mistakes found'}", table]
        parts += [grade.explanation() for grade in self.grades if grade.mistakes]
        if self.printed_size:
            more = "…" if self.printed_size > MOST_PRINTED else ""
            parts.append(f"the program printed {self.printed_size} characters:\n{self.printed[:MOST_PRINTED]}{more}")
        return "\n\n".join([*parts, *self.notes])

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "program": self.program,
            "passed": self.passed,
            "mistakes": [mistake.to_json() for mistake in self.mistakes],
            "algorithms": [grade.to_json() for grade in self.grades],
            "printed": self.printed,
            "notes": list(self.notes),
        }

    def to_gradescope(self, points: float) -> dict[str, Any]:
        """Return the report as Gradescope's results.json: a test for each algorithm, which share the points."""
        each = points / max(1, len(self.grades))
        tests = [
            {
                "name": grade.name,
                "score": round(each * (1.0 if grade.passed else min(grade.share, 0.99)), 2),
                "max_score": round(each, 2),
                "status": "passed" if grade.passed else "failed",
                "output": grade.explanation() or f"right on all {len(grade.right)} cases",
            }
            for grade in self.grades
        ]
        score = points if self.passed else round(sum(float(str(test["score"])) for test in tests), 2)
        return {"score": score, "output": str(self), "visibility": "visible", "tests": tests}
