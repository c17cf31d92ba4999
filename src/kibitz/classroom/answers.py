"""The grading of answers to a worksheet or to a lesson, from a table in CSV or from JSON.

Laws. The right answers are worked out again from what was asked. Every cell is right, wrong, missing or bad. A bad one
cannot be read: it is reported in one line with its row and column, and brings no points, but the rest is graded. Every
row is graded; a name that has several is noted, because only a teacher knows whether it is one student.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from kibitz.classroom.form import checked, judge, read, text
from kibitz.classroom.question import Question
from kibitz.classroom.shelf import find
from kibitz.classroom.worksheet import FILE, load
from kibitz.errors import OptionError, did_you_mean
from kibitz.files import read_file

Mark: TypeAlias = Literal["right", "wrong", "missing", "bad"]
SIGNS: dict[Mark, str] = {"right": "✓", "wrong": "✗", "missing": "–", "bad": "?"}
NAME, SHEET = "name", "sheet"
MOST_ROWS = 20_000


class Graded(NamedTuple):
    """One answer of a student."""

    question: str
    mark: Mark
    given: str  # as it was written
    right: str
    why: str = ""  # what is bad about it


class Student(NamedTuple):
    """The answers of a student."""

    name: str
    sheet: int | None
    answers: tuple[Graded, ...]

    @property
    def points(self) -> int:
        """Return one point for each right answer."""
        return sum(each.mark == "right" for each in self.answers)


class Summary(NamedTuple):
    """How a class did on one question."""

    question: str
    right: int
    wrong: int
    missing: int
    bad: int
    common: str | None  # the wrong answer that was given most often, if more than one student gave it
    times: int


@dataclass(frozen=True)
class Report:
    """The answers of a class, graded."""

    questions: tuple[str, ...]
    students: tuple[Student, ...]
    problems: tuple[str, ...]  # one line each, with row and column
    notes: tuple[str, ...] = ()  # what a teacher should look at, one line each

    def summary(self) -> list[Summary]:
        """Return how the class did, question by question."""
        return [self.summed(number) for number in range(len(self.questions))]

    def summed(self, number: int) -> Summary:
        """Return how the class did on one question."""
        graded = [student.answers[number] for student in self.students]
        marks = Counter(each.mark for each in graded)
        wrong = Counter(each.given for each in graded if each.mark == "wrong").most_common(1)
        common, times = wrong[0] if wrong and wrong[0][1] > 1 else (None, 0)
        each = (marks["right"], marks["wrong"], marks["missing"], marks["bad"])
        return Summary(self.questions[number], *each, common, times)

    def hardest(self) -> str | None:
        """Return the question with the fewest right answers; None if all have the same."""
        counts = {each.question: each.right for each in self.summary()}
        least = min(counts.values(), default=0)
        return None if len(set(counts.values())) < 2 else next(name for name in counts if counts[name] == least)

    def __str__(self) -> str:
        width = max([len(NAME), *(len(student.name) for student in self.students)])
        columns = [max(len(question), 1) for question in self.questions]
        head = [f"{NAME:<{width}}", f"{SHEET:>5}", *self.questions, "points"]
        lines = ["  ".join(head)]
        for student in self.students:
            sheet = "" if student.sheet is None else str(student.sheet)
            signs = [f"{SIGNS[each.mark]:<{size}}" for each, size in zip(student.answers, columns, strict=True)]
            points = f"{student.points} of {len(self.questions)}"
            lines.append("  ".join([f"{student.name:<{width}}", f"{sheet:>5}", *signs, points]))
        lines += ["", *map(self.told, self.summary())]
        if self.hardest():
            lines.append(f"hardest: {self.hardest()}")
        return "\n".join([*lines, *self.problems, *self.notes])

    def told(self, each: Summary) -> str:
        """Return how the class did on a question, in words."""
        rest = [f"{count} {word}" for word, count in (("missing", each.missing), ("unreadable", each.bad)) if count]
        common = [f"most common wrong answer: {each.common} ({each.times} times)"] if each.common else []
        return "; ".join([f"{each.question}: {each.right} of {len(self.students)} right", *rest, *common])

    def table(self) -> list[list[Any]]:
        """Return the report as rows for a spreadsheet: for each question 1 or 0, and the points."""
        rows: list[list[Any]] = [[NAME, SHEET, *self.questions, "points"]]
        for student in self.students:
            marks = [int(each.mark == "right") for each in student.answers]
            rows.append([student.name, student.sheet, *marks, student.points])
        return rows

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "questions": list(self.questions),
            "students": [
                {
                    "name": student.name,
                    "sheet": student.sheet,
                    "points": student.points,
                    "answers": [each._asdict() for each in student.answers],
                }
                for student in self.students
            ],
            "summary": [each._asdict() for each in self.summary()],
            "hardest": self.hardest(),
            "problems": list(self.problems),
            "notes": list(self.notes),
        }


class Row(NamedTuple):
    """The answers of a student as they were written, and where."""

    where: str
    name: str
    sheet: int | None
    cells: dict[str, Any]  # by question; text, or JSON
    has_commas: bool = False  # a decimal is written with a comma


def grade_answers(asked: str | Path, answers: str | Path) -> Report:
    """Grade the answers of a class.

    asked: a worksheet's file or folder, a lesson's file, or the id of a built-in lesson.
    answers: a table in CSV with the columns name, sheet and one for each question; or the same as JSON.
    """
    ids, sheets = questions_of(Path(asked))
    rows = rows_of(Path(answers), ids)
    students, problems = [], []
    for row in rows:
        questions = sheet_of(row, sheets)
        if isinstance(questions, str):
            problems.append(f"{answers}: {questions}")
            graded = tuple(Graded(id, "bad", shown(row.cells.get(id)), "", questions) for id in ids)
        else:
            graded = tuple(grade(id, question, row) for id, question in zip(ids, questions, strict=True))
            problems += [f"{answers}: {row.where}, column {g.question}: {g.why}" for g in graded if g.mark == "bad"]
        students.append(Student(row.name, row.sheet, graded))
    return Report(tuple(ids), tuple(students), tuple(problems), tuple(f"{answers}: {each}" for each in repeated(rows)))


def repeated(rows: Sequence[Row]) -> list[str]:
    """Return a note for every name that has several rows."""
    named: dict[str, list[Row]] = {}
    for row in rows:
        named.setdefault(" ".join(row.name.split()).casefold(), []).append(row)
    return [
        f"{found[0].name} has {len(found)} rows ({', '.join(row.where for row in found)}), and each is graded: "
        "if it is one student, delete those that do not count"
        for found in named.values()
        if len(found) > 1
    ]


def questions_of(path: Path) -> tuple[list[str], dict[int, list[Question]]]:
    """Return the ids of the questions, and the questions of every sheet; a lesson is its own sheet, number 0."""
    if path.is_dir() or path.suffix == Path(FILE).suffix:
        worksheet = load(path)
        return list(worksheet.ids), {sheet.number: sheet.questions() for sheet in worksheet.sheets}
    if path.suffix == ".csv":
        raise OptionError(f"expected what was asked before the table: a worksheet's folder or a lesson, got {path}")
    held = find(str(path))
    return [held.id], {0: [held.question]}


def sheet_of(row: Row, sheets: dict[int, list[Question]]) -> list[Question] | str:
    """Return the questions that a student had; or what is wrong, in one line."""
    if 0 in sheets:
        return sheets[0]
    if row.sheet is None:
        return f"{row.where}, column {SHEET}: expected the number of a sheet, and there is none"
    if row.sheet not in sheets:
        return f"{row.where}, column {SHEET}: expected a sheet from 1 to {max(sheets)}, got {row.sheet}"
    return sheets[row.sheet]


def grade(id: str, question: Question, row: Row) -> Graded:
    """Grade one answer of a student, written as text or as JSON."""
    right, cell = question.solution(), row.cells.get(id)
    if cell is None or isinstance(cell, str) and not cell.strip():
        return Graded(id, "missing", "", right)
    try:
        is_text = isinstance(cell, str)
        answer = read(question.form, cell, row.has_commas) if is_text else checked(question.form, cell)
    except OptionError as error:
        return Graded(id, "bad", shown(cell), right, str(error))
    verdict = judge(question.form, answer, question.right)
    return Graded(id, "right" if verdict.right else "wrong", text(question.form, answer), right)


def shown(cell: Any) -> str:
    """Return a cell as text."""
    return "" if cell is None else cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)


# Reading


def rows_of(path: Path, ids: Sequence[str]) -> list[Row]:
    """Read the answers of a class."""
    content = read_file(str(path))
    rows = json_rows(content, path, ids) if path.suffix == ".json" else csv_rows(content, path, ids)
    if not rows:
        raise OptionError(f"{path}: no student has a name or an answer")
    if len(rows) > MOST_ROWS:
        raise OptionError(f"{path}: expected at most {MOST_ROWS:,} students, got {len(rows):,}")
    return rows


def csv_rows(content: str, path: Path, ids: Sequence[str]) -> list[Row]:
    """Read a table; its separator is a comma, a semicolon or a tab, whichever the heading has.

    Spreadsheets write semicolons where the comma is the decimal sign.
    """
    heading = content.partition("\n")[0]
    separator = max(",;\t", key=heading.count)
    try:
        table = list(csv.reader(io.StringIO(content), delimiter=separator))
    except csv.Error as error:
        raise OptionError(f"{path}: {error}") from None
    if not table:
        raise OptionError(f"{path}: expected a table with the columns {', '.join([NAME, SHEET, *ids])}, got nothing")
    columns = [columned(cell, path, ids) for cell in table[0]]
    found = []
    for number, cells in enumerate(table[1:], 2):
        given = dict(zip(columns, (cell.strip() for cell in cells), strict=False))
        if any(given.get(each) for each in (NAME, *ids)):
            found.append(row_of(f"row {number}", given, ids)._replace(has_commas=separator == ";"))
    return found


def columned(cell: str, path: Path, ids: Sequence[str]) -> str:
    """Return what a column is: the name, the sheet or a question."""
    name = cell.strip().lower()
    known = {each.lower(): each for each in (NAME, SHEET, *ids)}
    if len(ids) == 1:
        known["answer"] = ids[0]
    if name not in known:
        hint = did_you_mean(name, known) or f"; expected {', '.join(known)}"
        raise OptionError(f"{path}: there is no question {cell.strip()!r:.60}{hint}")
    return known[name]


def json_rows(content: str, path: Path, ids: Sequence[str]) -> list[Row]:
    """Read a list of students, each with a name, a sheet and answers by question."""
    wanted = 'expected a list such as [{"name": "Ada", "sheet": 1, "answers": {"minimax": 3}}]'
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise OptionError(f"{path}: {wanted}, got something that is not JSON") from None
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        raise OptionError(f"{path}: {wanted}")
    found = []
    for number, each in enumerate(data, 1):
        answers = each.get("answers", {})
        if not isinstance(answers, dict):
            raise OptionError(f"{path}: item {number}, answers: expected a table by question")
        given = {columned(str(key), path, ids): value for key, value in answers.items()}
        found.append(row_of(f"item {number}", {**given, NAME: each.get(NAME, ""), SHEET: each.get(SHEET)}, ids))
    return found


def row_of(where: str, given: dict[str, Any], ids: Iterable[str]) -> Row:
    """Return the answers of a student."""
    number = str(given.get(SHEET) or "").strip()
    sheet = int(number) if number.isdecimal() and len(number) < 10 else None
    return Row(where, str(given.get(NAME) or where), sheet, {id: given.get(id) for id in ids})
