"""The command `lessons`: the lessons that there are, and what is wrong with those that cannot be used."""

from collections.abc import Sequence
from pathlib import Path

import click

from kibitz.classroom.shelf import Held, built_in, held_in
from kibitz.classroom.work import work
from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import BAD_INPUT, example, json_option, print_json
from kibitz.interface.terminal import Progress, complain, one_line, say


@click.command(epilog=example("lessons week3 --answers"))
@click.argument(
    "folders",
    metavar="[FOLDER]...",
    nargs=-1,
    type=click.Path(path_type=Path),
    help="Check the lessons of these folders, or single files; by default list the built-in ones.",
)
@click.option("--answers", is_flag=True, help="Show the right answers as well.")
@json_option
def command(folders: tuple[Path, ...], answers: bool, as_json: bool) -> None:
    """List lessons, and check those of a teacher.

    A lesson is a file that ends in .toml. Each one is worked out; what is wrong with a file is one line, and the exit
    code is then 2. `kibitz serve --lessons FOLDER` offers them in the browser.
    """
    with Progress("working lessons out"):
        found, broken = collected(folders) if folders else (list(built_in()), [])
        rows = [row(each, answers) for each in found]
    for each in rows:
        print_json(each) if as_json else say(line(each))
    for text in broken:
        complain(f"kibitz: {one_line(text)}")
    if broken:
        raise click.exceptions.Exit(BAD_INPUT)


def row(held: Held, answers: bool) -> dict[str, object]:
    """Return what is listed of a lesson."""
    lesson, question = held.lesson, held.question
    told = {"lesson": held.id, "kind": lesson.kind, "algorithm": lesson.algorithm, "title": lesson.title}
    nodes = {"nodes": len(work(lesson).full.found.nodes)}
    return {**told, **nodes, **({"answer": question.right, "solution": question.solution()} if answers else {})}


def line(row: dict[str, object]) -> str:
    """Return a row as text."""
    text = f"{row['lesson']:<20} {row['kind']:<10} {row['algorithm']:<15} {row['title']}"
    return f"{text}: {row['solution']}" if "solution" in row else text


def collected(folders: Sequence[Path]) -> tuple[list[Held], list[str]]:
    """Return the lessons of some folders, and one line about each that is broken."""
    found: list[Held] = []
    broken: list[str] = []
    for folder in folders:
        held, wrong = held_in(folder)
        taken = {each.id for each in found}
        twice = [f"{folder}: there is a lesson {each.id} in another folder, too" for each in held if each.id in taken]
        found += [each for each in held if each.id not in taken]
        broken += [*wrong, *twice]
    return found, broken


def held(folders: Sequence[Path]) -> list[Held]:
    """Return the lessons of some folders; print what is wrong with every broken one, and end the program if any is."""
    with Progress("working lessons out"):
        found, broken = collected(folders)
    for text in broken[:-1]:
        complain(f"kibitz: {one_line(text)}")
    if broken:
        raise OptionError(broken[-1])
    return found
