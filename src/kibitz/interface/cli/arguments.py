"""Arguments and options that several commands share, and how they are read."""

import contextlib
import itertools
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from kibitz.errors import KibitzError, OptionError
from kibitz.files import write_file
from kibitz.game import Game
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.terminal import Progress, complain, one_line, say
from kibitz.search.engine.others import BEST, FORMS
from kibitz.state import State
from kibitz.work.batch import Batch, answers

F = TypeVar("F", bound=Callable[..., Any])

BAD_INPUT = 2
MOST_SECONDS = 1_000_000
GAME_HELP = (
    "A built-in game, with parameters if you like (connect-four:columns=6); a Python file; a tree in a .json file, "
    'or a short one in quotes: "((3 12) (2 4))".'
)
PLAYER_HELP = (
    "an algorithm with settings (alpha-beta:depth=4), random, policy, default, uci:PROGRAM for chess or gtp:PROGRAM "
    "for go"
)


def example(arguments: str) -> str:
    """Return the end of a command's help: an example on a line of its own."""
    return f"\b\nExample: kibitz {arguments}"


def together(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator for several; the help lists them in this order."""

    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


# How values are read


def seconds_from(context: click.Context, option: click.Parameter, seconds: float) -> float:
    """Check an option that is a time."""
    if not 0 <= seconds <= MOST_SECONDS:  # also False for nan
        raise OptionError(f"{option.opts[0]} must be 0 to {MOST_SECONDS:,} seconds, got {seconds:g}")
    return seconds


def rates_from(context: click.Context, option: click.Parameter, text: str | None) -> list[float] | None:
    """Read keep rates: one for every ply, or one for each with commas between."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise OptionError(f"a keep rate must be a number, or several with commas between, got {text!r}") from None


def words_from(context: click.Context, option: click.Parameter, text: str | None) -> tuple[str, ...]:
    """Read words with commas between."""
    return tuple(word.strip() for word in text.split(",")) if text else ()


# What several commands take

game_argument = click.argument("game_spec", metavar="GAME", help=GAME_HELP)
position_option = click.option("--position", metavar="TEXT", help="Start from this position, as the game writes it.")
moves_option = click.option("--moves", metavar="TEXT", help='Moves to play first, by name: "4 4 3".')
place_options = together(position_option, moves_option)
plain_option = click.option(
    "--plain", "compiled", flag_value=False, default=None, help="Run the Python source as it is, uncompiled."
)
player_option = click.option("--player", type=int, help="Whose score to report; by default the player to move.")
filter_options = together(
    click.option(
        "--keep-rate",
        metavar="RATE",
        callback=rates_from,
        help="RB: the share of children to keep, or one for each ply: 1,0.7,0.5.",
    ),
    click.option("--keep-least", type=int, help="RB: keep at least this many children."),
    click.option(
        "--deepening-depth",
        type=int,
        help="RB: search children this deep to rank them; not used if the game has a priority.",
    ),
)
threads_option = click.option(
    "--threads", type=int, default=1, show_default=True, help="Search with this many threads (the engine)."
)
others_option = click.option(
    "--others",
    metavar="MODEL",
    default=BEST,
    show_default=True,
    help=f"The engine: how the other players choose: {FORMS}.",
)
on_option = click.option(
    "--on",
    metavar="CLUSTER",
    help="Run on a Ray cluster: ray starts one on this machine, auto joins the one that runs here, ray://HOST:PORT "
    "another.",
)
batch_options = together(
    click.option(
        "--batch", metavar="FILE", help="Read moves from each line of a file (-: standard input); print JSON lines."
    ),
    click.option("--batch-positions", is_flag=True, help="The lines of the batch are positions, not moves."),
    click.option(
        "--jobs", type=int, default=1, show_default=True, help="Search this many lines of the batch at a time."
    ),
    on_option,
    click.option(
        "--out",
        type=click.Path(path_type=Path),
        help="Write the answers to the batch to this file; the same command resumes after those already there.",
    ),
)
seed_option = click.option("--seed", type=int, help="Make chance, and the choice among equal moves, repeatable.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs to read.")


def print_json(value: Any) -> None:
    """Print one JSON object on one line."""
    say(json.dumps(value, ensure_ascii=False))


def write_out(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file, whole or not at all."""
    if output is None:
        say(text)
        return
    write_file(output, text + "\n")
    complain(f"wrote {output}")


def can_save(file: Path | None) -> None:
    """Raise an error before a game begins, not after it, if it cannot be saved."""
    if file is not None and not file.absolute().parent.is_dir():
        raise OptionError(f"cannot write {file}: there is no folder {file.parent}")


def check_folder(folder: Path, force: bool) -> None:
    """Raise an error if a folder has files that would be mixed with the new ones."""
    try:
        if not force and folder.exists() and any(folder.iterdir()):
            raise OptionError(f"{folder} is not empty: choose another folder, or use --force")
    except OSError as error:
        raise OptionError(f"cannot write to {folder}: {error.strerror}") from error


def make_folder(folder: Path) -> None:
    """Make a folder if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"cannot write to {folder}: {error.strerror}") from error


lessons_option = click.option(
    "--lessons",
    "folders",
    metavar="FOLDER",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Offer the lessons of this folder before the built-in ones; may be repeated.",
)


# Batches


def batch_states(game: Game[Any], file: str, positions: bool) -> Iterator[State | KibitzError]:
    """Yield a game in progress for each line of a file, or what is wrong with the line."""
    for line in batch_lines(file):
        try:
            yield game.begin(position=line) if positions else game.begin(line)
        except KibitzError as error:
            yield error


def batch_lines(file: str) -> Iterator[str]:
    """Read the lines of a batch, from a file or standard input."""
    if file == "-":
        yield from (line.rstrip("\n") for line in sys.stdin)
        return
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as lines:
            yield from (line.rstrip("\n") for line in lines)
    except OSError as error:
        raise OptionError(f"cannot read {file}: {error.strerror}") from error


class BatchOptions(NamedTuple):
    """Where the lines of a batch come from, who answers them, and where the answers go."""

    batch: str | None
    batch_positions: bool
    jobs: int
    on: str | None
    out: Path | None

    @classmethod
    def taken(cls, options: dict[str, Any]) -> "BatchOptions":
        """Take them out of the options of a command."""
        found = cls(*(options.pop(name) for name in cls._fields))
        if found.batch is None and (found.jobs != 1 or found.on is not None or found.out is not None):
            raise OptionError("--jobs, --on and --out are for a batch of positions: add --batch FILE")
        return found


def answer_batch(batch: Batch, options: BatchOptions) -> None:
    """Write a JSON object for every line of a file; after a bad line the exit code is 2 in the end."""
    assert options.batch is not None
    bad = False
    with stoppable() as stop, Progress("searching") as progress, writing(options.out) as (done, write):
        lines = itertools.islice(enumerate(batch_lines(options.batch), 1), done, None)
        for number, answer in enumerate(answers(batch, lines, options.jobs, options.on, stop), done + 1):
            progress.tell(f"line {number}")
            if "error" in answer:
                answer["error"] = one_line(answer["error"])
                bad = True
            if options.out is None or not stop.is_set() or answer.get("finished", True):
                write(answer)  # what a stop cut short is searched again when the batch resumes
            if stop.is_set():
                break
        if stop.is_set():
            raise click.exceptions.Exit(INTERRUPTED)
    if bad:
        raise click.exceptions.Exit(BAD_INPUT)


@contextlib.contextmanager
def writing(out: Path | None) -> Iterator[tuple[int, Callable[[Any], None]]]:
    """Open the file for the answers of a batch; yield how many it has, and a function that adds one."""
    if out is None:
        yield 0, print_json
        return
    try:
        with out.open("ab+") as file:
            file.seek(0)
            before = file.read()
            if before and not before.startswith(b"{"):
                raise OptionError(f"{out} has no answers of a batch and was left unchanged; name another file")
            file.truncate(before.rfind(b"\n") + 1)

            def write(answer: Any) -> None:
                file.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
                file.flush()

            yield before.count(b"\n"), write
    except OSError as error:
        raise OptionError(f"cannot write {out}: {error.strerror}") from error
