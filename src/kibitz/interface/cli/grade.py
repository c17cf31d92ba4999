"""The command `grade`: what is wrong with students' programs, and how they answered a worksheet or a lesson."""

import csv
import io
import json
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import click

from kibitz.classroom.answers import grade_answers
from kibitz.classroom.grading import Report, grade
from kibitz.classroom.grading.diagnosis import CUTS
from kibitz.classroom.grading.report import COLUMNS
from kibitz.classroom.grading.runner import Limits
from kibitz.errors import OptionError
from kibitz.files import write_file
from kibitz.interface.cli.arguments import example, json_option, print_json, words_from
from kibitz.interface.terminal import Progress, complain, say


@click.command(epilog=example("grade submissions/*.py --only minimax,alpha-beta --csv points.csv"))
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
    help="Students' programs; or what was asked (a worksheet's folder, a lesson) and a table of answers.",
)
@click.option("--only", metavar="NAMES", callback=words_from, help="Grade these algorithms: minimax,alpha-beta.")
@click.option(
    "--cuts", type=click.Choice(CUTS), help="Whether alpha-beta cuts on equality; either by default, strict for agents."
)
@click.option("--seconds", type=float, default=Limits().seconds, show_default=True, help="The time for each case.")
@click.option("--memory", type=int, default=Limits().memory, show_default=True, help="The memory of a program, in MB.")
@click.option("--gradescope", metavar="FILE", type=click.Path(path_type=Path), help="Write Gradescope's results.json.")
@click.option("--csv", "table", metavar="FILE", type=click.Path(path_type=Path), help="Write the points as a table.")
@click.option(
    "--points", type=float, default=100.0, show_default=True, help="The most points of a program, in these files."
)
@json_option
def command(
    files: tuple[Path, ...],
    only: tuple[str, ...],
    cuts: str | None,
    seconds: float,
    memory: int,
    gradescope: Path | None,
    table: Path | None,
    points: float,
    as_json: bool,
) -> None:
    """Grade students' programs, or their answers to a worksheet or a lesson.

    A program is a Python file with functions such as minimax(game, position, depth), or a multiAgents.py. Each runs in
    a process of its own, with limits; this is no security boundary. One program gets an explanation, several get a line
    each. The exit code is 1 if a mistake was found.

    Answers are a table in CSV or JSON. It comes after what was asked: the folder that `kibitz worksheet` wrote, or a
    lesson, as in `kibitz grade homework answers.csv`. The exit code is 2 if a cell cannot be read.
    """
    programs = [file for file in files if file.suffix == ".py"]
    if not programs:
        given = {"--only": only, "--cuts": cuts, "--gradescope": gradescope}
        if wrong := next((name for name, value in given.items() if value), None):
            raise OptionError(f"{wrong} is for programs, and {files[0]} is none")
        show_answers(files, table, as_json)
        return
    if len(programs) < len(files):
        other = next(file for file in files if file.suffix != ".py")
        raise OptionError(f"programs and answers are graded apart: {other} is no Python file")
    options = {"only": only, "cuts": cuts, "seconds": seconds, "memory": memory}
    reports = grade_programs(files, gradescope, points, options)
    if table is not None:
        write_table(table, [COLUMNS, *(report.row(points) for report in reports)])
    show_programs(reports, as_json)
    raise click.exceptions.Exit(0 if all(report.passed for report in reports) else 1)


def grade_programs(
    files: tuple[Path, ...], gradescope: Path | None, points: float, options: dict[str, Any]
) -> list[Report]:
    """Grade programs one after the other, and write Gradescope's file if it is wanted."""
    if gradescope is not None and len(files) > 1:
        raise OptionError("Gradescope grades one program at a time: pass one file with --gradescope")
    if not 0 < points < 1e9:
        raise OptionError(f"--points must be above 0, got {points:g}")
    if unknown := next((file for file in files if not file.is_file()), None):
        raise OptionError(f"there is no file {unknown}")
    reports = []
    names = names_of(files)
    with Progress("grading") as progress:
        for number, file in enumerate(files, 1):
            progress.tell(f"grading {names[number - 1]}, {number} of {len(files)}")
            reports.append(replace(grade(file, **options), program=names[number - 1]))
    if gradescope is not None:
        write_file(gradescope, json.dumps(reports[0].to_gradescope(points), indent=2, ensure_ascii=False) + "\n")
        complain(f"wrote {gradescope}")
    return reports


def names_of(files: tuple[Path, ...]) -> list[str]:
    """Return how programs are called: by the names of their files, with folders where several have the same name."""
    if len({file.name for file in files}) == len(set(files)):
        return [file.name for file in files]
    parts = [file.resolve().parts for file in files]
    shared = list(takewhile(lambda folders: len(set(folders)) == 1, zip(*(each[:-1] for each in parts), strict=False)))
    return ["/".join(each[len(shared) :]) for each in parts]


def write_table(file: Path, rows: list[list[Any]]) -> None:
    """Write a table for a spreadsheet."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    write_file(file, text.getvalue())
    complain(f"wrote {file}")


def show_answers(files: tuple[Path, ...], table: Path | None, as_json: bool) -> None:
    """Grade a table of answers, and print what each student got; the exit code is 2 if a cell cannot be read."""
    if len(files) != 2:
        folder = next((file for file in files if file.is_dir() and any(file.glob("*.py"))), None)
        if folder is not None:
            raise OptionError(f"{folder} is a folder: pass the programs in it, such as {folder / '*.py'}")
        asked = "what was asked (a worksheet's folder, or a lesson) and the table"
        raise OptionError(f"a student's program is a Python file, got {files[0]}; answers need two files: {asked}")
    report = grade_answers(*files)
    if table is not None:
        write_table(table, report.table())
    if as_json:
        print_json(report.to_json())
    else:
        say(report)
    if report.problems:
        raise click.exceptions.Exit(2)


def show_programs(reports: list[Report], as_json: bool) -> None:
    """Print a report, or the table of a class."""
    if as_json:
        print_json(reports[0].to_json() if len(reports) == 1 else [report.to_json() for report in reports])
    elif len(reports) == 1:
        say(reports[0])
    else:
        width = max(len(report.program) for report in reports)
        say("\n".join(report.line(width) for report in reports))
        say(f"\n{sum(report.passed for report in reports)} of {len(reports)} programs passed")
