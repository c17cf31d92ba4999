"""Worksheets: the questions of some lessons, on another random tree for every student.

Laws. No two sheets have the same trees, and none the same answers to all questions as long as others can be found: a
shape may allow only a few, and then each is used about equally often. The same seed makes the same sheets. A
worksheet's file says what was asked and no answer: the right ones are worked out again when answers are graded.
"""

import json
import math
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kibitz.classroom.grove import is_short, question_of, range_of, shaped, varied
from kibitz.classroom.lesson import Lesson, made
from kibitz.classroom.question import Question, asked
from kibitz.classroom.shelf import Held
from kibitz.errors import KibitzError, OptionError
from kibitz.version import __version__

FILE = "worksheet.json"
MOST_SHEETS = 1000
MOST_QUESTIONS = 20
TRIES = 100
"""How many trees are tried for an answer that no sheet has yet."""
FEW = 4
"""How many are tried once that has failed, to use each answer about equally often."""
UNCLEAR = 400
"""How many unclear trees are passed over before giving up."""
REPEATS = 10
"""How often a sheet is made again because another has the same answers."""


@dataclass(frozen=True)
class Sheet:
    """The questions of one student."""

    number: int
    lessons: tuple[Lesson, ...]

    def questions(self) -> list[Question]:
        """Return the questions with their right answers, worked out."""
        return [asked(lesson) for lesson in self.lessons]


@dataclass(frozen=True)
class Worksheet:
    """Sheets that all have the same questions, on different trees."""

    ids: tuple[str, ...]  # of the questions
    sheets: tuple[Sheet, ...]
    seed: int

    def different(self) -> int:
        """Return how many different sets of answers the sheets have."""
        return len({json.dumps([question.right for question in sheet.questions()]) for sheet in self.sheets})

    def to_json(self) -> dict[str, Any]:
        """Return what was asked."""
        return {
            "kibitz": __version__,
            "seed": self.seed,
            "questions": list(self.ids),
            "sheets": [
                {"sheet": sheet.number, "lessons": [lesson.to_json() for lesson in sheet.lessons]}
                for sheet in self.sheets
            ],
        }


@dataclass
class Deck:
    """The trees of one question: each new one has the answer that was used least."""

    lesson: Lesson
    values: range
    chance: random.Random
    used: Counter[str] = field(default_factory=Counter)  # answers, as JSON
    exhausted: bool = False  # no new answer was found

    def draw(self) -> tuple[Lesson, str]:
        """Return a tree with its answer: a new one if it can be found."""
        found: dict[str, tuple[bool, Lesson]] = {}
        clear, unclear = 0, 0
        while clear < (FEW if self.exhausted else TRIES):
            lesson = varied(self.lesson, self.values, self.chance)
            question = question_of(lesson)
            if question is None:
                unclear += 1
                if unclear > UNCLEAR and not found:
                    raise OptionError(f"no tree with a clear answer was found for {lesson.title!r}: widen the values")
                clear += unclear > UNCLEAR
                continue
            clear += 1
            answer, short = json.dumps(question.right), is_short(question.right)
            if short and not self.used[answer]:
                return lesson, answer
            if short or answer not in found:
                found[answer] = short, lesson
        self.exhausted = self.exhausted or all(self.used[answer] for answer in found)
        best = min(found, key=lambda answer: (self.used[answer], not found[answer][0]))
        return found[best][1], best


def make(
    held: Sequence[Held],
    count: int,
    seed: int,
    shape: Sequence[int] | None = None,
    values: tuple[int, int] | None = None,
    tell: Callable[[int], None] = lambda sheet: None,
    stop: threading.Event | None = None,
) -> Worksheet:
    """Make a worksheet of lessons for this many students; `tell` gets the number of each sheet that is begun."""
    if not 1 <= count <= MOST_SHEETS:
        raise OptionError(f"a worksheet has 1 to {MOST_SHEETS:,} sheets, got {count}")
    if not 1 <= len(held) <= MOST_QUESTIONS:
        raise OptionError(f"a worksheet has 1 to {MOST_QUESTIONS} questions, got {len(held)}")
    lessons = [shaped(each.lesson, shape) if shape else each.lesson for each in held]
    chance = random.Random(seed)
    decks = [Deck(bare(lesson), range_of(lesson, values), random.Random(chance.random())) for lesson in lessons]
    sheets: list[Sheet] = []
    taken: Counter[tuple[str, ...]] = Counter()
    for number in range(1, count + 1):
        tell(number)
        sheets.append(Sheet(number, drawn(decks, taken, [sheet.lessons for sheet in sheets])))
        if stop is not None and stop.is_set():
            raise OptionError("stopped before all sheets were made")
    return Worksheet(tuple(distinct([each.id for each in held])), tuple(sheets), seed)


def bare(lesson: Lesson) -> Lesson:
    """Return a lesson without what is said about its own tree, which is not true of another."""
    silent = replace(lesson, text="", question="", hints=(), explanation="", compare="", audit=False)
    return replace(silent, depth=lesson.plies)


def drawn(
    decks: Sequence[Deck], taken: Counter[tuple[str, ...]], before: Sequence[tuple[Lesson, ...]]
) -> tuple[Lesson, ...]:
    """Return the questions of a new sheet: with answers that no other sheet has, or those that fewest have."""
    found: dict[tuple[str, ...], tuple[Lesson, ...]] = {}
    saturated = all(deck.exhausted for deck in decks) and len(taken) >= math.prod(len(deck.used) for deck in decks)
    for _ in range(1 if saturated else REPEATS):
        pairs = [deck.draw() for deck in decks]
        lessons = tuple(lesson for lesson, _ in pairs)
        if lessons not in before:
            found[tuple(answer for _, answer in pairs)] = lessons
        if any(taken[answers] == 0 for answers in found):
            break
    if not found:
        raise OptionError(f"only {len(before)} different sheets were found: ask for fewer, or for more --values")
    best = min(found, key=lambda answers: taken[answers])
    taken[best] += 1
    for deck, answer in zip(decks, best, strict=True):
        deck.used[answer] += 1
    return found[best]


def distinct(ids: Iterable[str]) -> list[str]:
    """Return the ids of questions; the second question of a lesson gets a number."""
    counted: Counter[str] = Counter()
    named = []
    for id in ids:
        counted[id] += 1
        named.append(id if counted[id] == 1 else f"{id}-{counted[id]}")
    return named


# Reading


def load(path: Path) -> Worksheet:
    """Read a worksheet's file, or that of a folder."""
    file = path / FILE if path.is_dir() else path
    if path.is_dir() and not file.is_file():
        raise OptionError(f"there is no {FILE} in {path}: expected the folder that `kibitz worksheet` wrote")
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise OptionError(f"cannot read {file}: {error.strerror}") from error
    except (ValueError, RecursionError):
        raise OptionError(f"{file}: expected the JSON that `kibitz worksheet` writes") from None
    try:
        ids = tuple(map(str, data["questions"]))
        sheets = tuple(sheet_of(each, ids, file) for each in data["sheets"])
        return Worksheet(ids, sheets, int(data["seed"]))
    except (KeyError, TypeError, ValueError):
        raise OptionError(f"{file}: expected the JSON that `kibitz worksheet` writes") from None


def sheet_of(data: dict[str, Any], ids: Sequence[str], file: Path) -> Sheet:
    """Read one sheet."""
    number, tables = int(data["sheet"]), data["lessons"]
    if len(tables) != len(ids):
        raise OptionError(f"{file}: sheet {number}: expected {len(ids)} lessons, got {len(tables)}")
    try:
        return Sheet(number, tuple(made(table, f"{file}: sheet {number}") for table in tables))
    except KibitzError as error:
        raise OptionError(str(error)) from None
