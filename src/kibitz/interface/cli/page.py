"""The command `page`: lessons, trees and boards as a folder of static files."""

from pathlib import Path

import click

from kibitz.errors import OptionError
from kibitz.files import write_file
from kibitz.interface.cli.arguments import (
    GAME_HELP,
    check_folder,
    example,
    json_option,
    lessons_option,
    make_folder,
    print_json,
)
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.cli.lessons import held
from kibitz.interface.site.make import Asked, File, chosen, make
from kibitz.interface.terminal import Progress, complain, say
from kibitz.interface.web.lessons import Lessons

TITLE = "Game-tree search"


@click.command(epilog=example('page connect-four --tree "((3 12 8) (2 4 6))" --out site'))
@click.argument("games", metavar="[GAME]...", nargs=-1, help=f"Show the board and the rules of each. {GAME_HELP}")
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="Write into this folder.")
@lessons_option
@click.option(
    "--lesson", "ids", metavar="ID", multiple=True, help="Have only this lesson; may be repeated, in the order given."
)
@click.option("--tree", "trees", metavar="GAME", multiple=True, help="Add a search tree; may be repeated.")
@click.option("--algorithm", metavar="NAME", help="The search of the trees; by default what suits each.")
@click.option("--depth", type=int, help="Search the trees this many plies; by default 3.")
@click.option("--beside", metavar="NAME", help="Show the search of this algorithm beside each tree.")
@click.option(
    "--line",
    "lines",
    nargs=2,
    metavar="GAME MOVES",
    multiple=True,
    help='Show a game with moves to step through: --line connect-four "4 4 3"; may be repeated.',
)
@click.option("--title", default=TITLE, show_default=True, help="The title of the site.")
@click.option("--force", is_flag=True, help="Write into a folder that is not empty.")
@json_option
def command(
    games: tuple[str, ...],
    folder: Path,
    folders: tuple[Path, ...],
    ids: tuple[str, ...],
    trees: tuple[str, ...],
    algorithm: str | None,
    depth: int | None,
    beside: str | None,
    lines: tuple[tuple[str, str], ...],
    title: str,
    force: bool,
    as_json: bool,
) -> None:
    """Write lessons, trees and boards as a folder of static files, for a course site.

    The pages need no server: they work from any web server, and opened as files.
    """
    if not trees and (algorithm, depth, beside) != (None, None, None):
        raise OptionError("--algorithm, --depth and --beside are for trees: give one with --tree")
    lessons = chosen(Lessons(held(folders)), ids)
    asked = Asked(title, lessons, trees, games, lines, algorithm, beside, depth)
    check_folder(folder, force)
    with stoppable() as stop, Progress("making the site") as progress:
        try:
            files = make(asked, stop, progress.tell)
        except OptionError as error:
            if stop.is_set():
                complain(f"kibitz: {error}; nothing was written")
                raise click.exceptions.Exit(INTERRUPTED) from None
            raise
        progress.tell("writing")
        make_folder(folder)
        for file in files:
            write_file(folder / file.name, file.text)
    if as_json:
        print_json({"folder": str(folder), "files": [listed(file) for file in files]})
    else:
        say(f"{len(files)} pages in {folder}; open {folder / files[0].name}")


def listed(file: File) -> dict[str, object]:
    """Return what is printed of a file that was written."""
    return {"file": file.name, "kind": file.kind, "title": file.title, "bytes": len(file.text.encode())}
