"""The command `worksheet`: questions on random trees for a class, to print, with their key."""

import json
import random
from pathlib import Path

import click

from kibitz.classroom.sheets import PAPERS, key_page, sheets_page, template, title_of
from kibitz.classroom.shelf import find
from kibitz.classroom.worksheet import FILE, Worksheet, make
from kibitz.errors import OptionError
from kibitz.files import write_file
from kibitz.interface.cli.arguments import check_folder, example, make_folder
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.terminal import Progress, complain, say
from kibitz.page import chromium

MOST_LEAVES = 64
"""The most leaves of a shape: a tree must fit on a page."""


def shape_from(context: click.Context, option: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """Read a shape: how many moves there are at each ply."""
    if text is None:
        return None
    parts = text.split(",")
    if not all(part.strip().isdigit() and int(part) > 0 for part in parts):
        raise OptionError(f"--shape must be the moves at each ply, such as 3,3, got {text!r}")
    leaves = 1
    for part in parts:
        leaves *= int(part)
        if leaves > MOST_LEAVES:
            raise OptionError(f"--shape {text} has more than {MOST_LEAVES} leaves, which do not fit on a page")
    return tuple(map(int, parts))


@click.command(epilog=example("worksheet alpha-beta windows --count 30 --seed 7 --out sheets"))
@click.argument(
    "lessons", metavar="LESSON...", nargs=-1, required=True, help="Built-in lessons by id, or files of lessons."
)
@click.option("--count", type=int, default=30, show_default=True, help="Make this many sheets, one for each student.")
@click.option("--seed", type=int, help="Make the same sheets again; by default a seed is drawn and printed.")
@click.option(
    "--out",
    "--output",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    required=True,
    help="Write into this folder.",
)
@click.option(
    "--shape", metavar="N,N", callback=shape_from, help="The moves at each ply, instead of the lesson's: 3,3."
)
@click.option("--values", type=int, nargs=2, metavar="LOW HIGH", help="The least and the greatest value of a leaf.")
@click.option("--title", help="The title on every sheet; by default that of the lessons.")
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The size of a printed page."
)
@click.option("--pdf/--no-pdf", default=True, show_default=True, help="Print to PDF, if there is a Chromium.")
@click.option("--force", is_flag=True, help="Write into the folder even if it is not empty.")
def command(
    lessons: tuple[str, ...],
    count: int,
    seed: int | None,
    folder: Path,
    shape: tuple[int, ...] | None,
    values: tuple[int, int] | None,
    title: str | None,
    paper: str,
    pdf: bool,
    force: bool,
) -> None:
    """Print questions on random trees for a class, with their key.

    Every sheet has one question for each lesson, on a tree of its own. The folder gets the sheets and their key as HTML
    and PDF, and a table for the answers, which `kibitz grade FOLDER answers.csv` grades.
    """
    held = [find(each) for each in lessons]
    if values is not None and values[0] >= values[1]:
        raise OptionError(f"--values must be the least and the greatest value, got {values[0]} {values[1]}")
    seed = random.randrange(10**6) if seed is None else seed
    check_folder(folder, force)
    with stoppable() as stop, Progress("making sheets") as progress:
        try:
            made = make(
                held, count, seed, shape, values, lambda sheet: progress.tell(f"sheet {sheet} of {count}"), stop
            )
        except OptionError as error:
            if stop.is_set():
                complain(f"kibitz: {error}; nothing was written")
                raise click.exceptions.Exit(INTERRUPTED) from None
            raise
        progress.tell("drawing")
        write(made, folder, title or title_of(made), paper)
        if pdf:
            print_out(folder, progress)
    different = made.different()
    if different < count:
        more = "more lessons, a larger --shape or more --values allow more"
        complain(f"kibitz: note: the {count} sheets have {different} different sets of answers; {more}")
    say(f"{count} sheets with {len(held)} question{'s' if len(held) > 1 else ''} each in {folder}, seed {seed}")


def write(made: Worksheet, folder: Path, title: str, paper: str) -> None:
    """Write every file but the PDFs into the folder, which is made if it is not there."""
    make_folder(folder)
    write_file(folder / "worksheets.html", sheets_page(made, title, paper))
    write_file(folder / "key.html", key_page(made, title, paper))
    write_file(folder / FILE, json.dumps(made.to_json(), ensure_ascii=False, indent=1) + "\n")
    write_file(folder / "answers.csv", template(made))


def print_out(folder: Path, progress: Progress) -> None:
    """Print the pages to PDF; without a Chromium, say so."""
    if chromium.find() is None:
        complain(f"kibitz: note: there is no PDF, because {chromium.MISSING}; print the HTML from any browser")
        return
    for name in ("worksheets", "key"):
        progress.tell(f"printing {name}.pdf")
        chromium.pdf(folder / f"{name}.html", folder / f"{name}.pdf")
