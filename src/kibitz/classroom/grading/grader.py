"""Grade a student's program."""

import os
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.classroom.grading.cases import CLASSES, FUNCTIONS, agent_cases, function_cases
from kibitz.classroom.grading.diagnosis import CUTS, EITHER, STRICT, Diagnosis
from kibitz.classroom.grading.mistakes import AGENT, ALL, FUNCTION
from kibitz.classroom.grading.observation import References, observe
from kibitz.classroom.grading.report import Grade, Report
from kibitz.classroom.grading.runner import Limits, can_limit, run
from kibitz.classroom.grading.words import Mistake, Place
from kibitz.errors import OptionError, did_you_mean

WHOLE_PROGRAM = "program"
"""What is graded where a program cannot even be loaded."""
ANY_NAME = "a function such as minimax(game, position, depth), or a class such as MinimaxAgent"
"""What a program must have, where nothing is asked for by name."""


def grade(
    program: str | os.PathLike[str],
    *,
    only: tuple[str, ...] = (),
    cuts: str | None = None,
    seconds: float = Limits().seconds,
    memory: int = Limits().memory,
) -> Report:
    """Run a student's program in a process of its own and name its mistakes.

    only: the algorithms to grade; by default those that the program has.
    cuts: whether alpha-beta must cut on equality: equal, strict or either; by default either, and strict for a class of
    the classic course.
    seconds, memory: the limits of each case, memory in MB.
    """
    path = Path(program)
    if not path.is_file():
        raise OptionError(f"there is no file {path}")
    only = tuple(word.replace("_", "-") for word in only)  # the name of the function will do
    check_options(only, cuts, seconds, memory)
    limits = Limits(seconds, memory)
    notes = () if can_limit() else ("this system cannot limit memory: only the time is limited",)
    [probed] = run(path, [{}], limits)
    if "error" in probed:
        return Report(path.name, (unloadable(probed["error"]),), notes=notes)
    wanted = targets(probed, only)
    if not wanted:
        return Report(path.name, (missing(WHOLE_PROGRAM, WHOLE_PROGRAM, ANY_NAME),), notes=notes)
    orders = [case.order(name) for algorithm, name in wanted for case in references(algorithm, name).cases]
    present = {*probed["functions"], *probed["classes"]}
    answers = iter(run(path, [order for order in orders if order["name"] in present], limits))
    grades, printed, size = [], "", 0
    for algorithm, name in wanted:
        if name not in present:
            grades.append(missing(algorithm, name))
            continue
        found = [next(answers) for _ in references(algorithm, name).cases]
        grades.append(graded(algorithm, name, cuts, found))
        printed = printed or next((each["printed"] for each in found if each.get("printed")), "")
        size += sum(each.get("printed_size", 0) for each in found)
    return Report(path.name, tuple(grades), printed, size, notes)


def check_options(only: tuple[str, ...], cuts: str | None, seconds: float, memory: int) -> None:
    """Raise if an option is invalid."""
    for word in only:
        if word not in ALL:
            raise OptionError(f"there is no algorithm {word!r}{did_you_mean(word, ALL)}; there are {', '.join(ALL)}")
    if cuts is not None and cuts not in CUTS:
        raise OptionError(f"cuts must be one of {', '.join(CUTS)}, got {cuts!r}")
    if not 0 < seconds <= 3600:
        raise OptionError(f"seconds must be above 0 and at most 3600, got {seconds:g}")
    if not 64 <= memory <= 1 << 20:
        raise OptionError(f"memory must be 64 to {1 << 20} MB, got {memory}")


def targets(probed: dict[str, Any], only: tuple[str, ...]) -> list[tuple[str, str]]:
    """List what to grade: algorithms, each with the function or class."""
    has_classes = bool(probed["classes"]) and not probed["functions"]
    names = CLASSES if has_classes else FUNCTIONS
    if only:
        return [(algorithm, names.get(algorithm, FUNCTIONS[algorithm])) for algorithm in ALL if algorithm in only]
    present = {*probed["functions"], *probed["classes"]}
    return [(algorithm, name) for kind in (FUNCTIONS, CLASSES) for algorithm, name in kind.items() if name in present]


@cache
def references(algorithm: str, name: str) -> References:
    """Return the reference search on the cases of a function or class; it is kept for the next program."""
    return References(agent_cases(algorithm) if name in CLASSES.values() else function_cases(algorithm))


def graded(algorithm: str, name: str, cuts: str | None, answers: list[dict[str, Any]]) -> Grade:
    """Return the grade of one function or class."""
    interface = AGENT if name in CLASSES.values() else FUNCTION
    chosen = cuts or (STRICT if interface == AGENT else EITHER)
    known = references(algorithm, name)
    diagnosis = Diagnosis(algorithm, interface, chosen, known, [observe(answer) for answer in answers])
    right = tuple(diagnosis.right_cases())
    return Grade(algorithm, name, right, tuple(diagnosis.mistakes()), known.cases)


def unloadable(error: dict[str, Any]) -> Grade:
    """Return the grade of a program that cannot be loaded."""
    line = f" (line {error['line']}: {error['source']})" if error["line"] else ""
    name = {"time": "too-slow", "memory": "too-much-memory"}.get(error["kind"], "crashes")
    text = f"{error['type']}: {error['text']}".strip(": ") + line
    place = Place("", "a file that can be loaded", text)
    return Grade(WHOLE_PROGRAM, WHOLE_PROGRAM, (), (Mistake(name, WHOLE_PROGRAM, -1, "loading the file", place),))


def missing(algorithm: str, name: str, wanted: str = "") -> Grade:
    """Return the grade of a function or class that is not there; wanted: what it is, if it has no one name."""
    place = Place("", wanted or name, "no function or class that can be graded" if wanted else "nothing of this name")
    return Grade(algorithm, name, (), (Mistake("missing", algorithm, -1, "the names in the file", place),))
