"""Arguments and options that several commands share, and how they are read."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.errors import KibitzError, OptionError
from kibitz.game import Game
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.cli.terminal import Progress, one_line, say
from kibitz.score import VALUE, describe
from kibitz.search.analyze import NAMES
from kibitz.search.result import Result

BAD_INPUT = 2
MOST_SECONDS = 1_000_000

DEFAULTS = "engine, on trees and for one player alpha-beta, with chance expectiminimax, for three or more players max-n"
GAME_HELP = (
    'A built-in game with parameters if wanted (connect-four:columns=6), a .py file, a .json tree, or "((3 12) (2 4))".'
)
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
PositionOption = Annotated[str | None, typer.Option("--position", help="A position as the game writes it.")]
MovesOption = Annotated[
    str | None, typer.Option("--moves", help='Moves by name, from the start or the position: "4 4 3".')
]
PlainOption = Annotated[bool, typer.Option("--plain", help="Run the Python source as it is, uncompiled.")]
AlgorithmOption = Annotated[
    str | None, typer.Option("--algorithm", help=f"One of {', '.join(NAMES)}; by default {DEFAULTS}.")
]
PlayerOption = Annotated[
    int | None, typer.Option("--player", help="Whose score is wanted; by default the player to move.")
]
KeepRateOption = Annotated[
    str | None, typer.Option("--keep-rate", help="RB: the share of children kept, or one for each ply: 1,0.7,0.5.")
]
KeepLeastOption = Annotated[
    int | None, typer.Option("--keep-least", help="RB: how many children are kept at the least.")
]
DeepeningOption = Annotated[
    int | None, typer.Option("--deepening-depth", help="RB: how deep children are searched to sort them.")
]
ThreadsOption = Annotated[int, typer.Option("--threads", help="The engine: how many threads.")]
TableOption = Annotated[float, typer.Option("--table", help="The engine: its table's size in MB.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def is_time(seconds: float) -> float:
    """Check an option that is a time."""
    if not 0 <= seconds <= MOST_SECONDS:
        raise typer.BadParameter(f"it must be 0 to {MOST_SECONDS:,} seconds, got {seconds:g}")
    return seconds


def print_json(value: Any) -> None:
    """Print one JSON object in one line."""
    say(json.dumps(value, ensure_ascii=False))


def print_score(game: Game[Any], result: Result, name: str, weak: bool = False) -> None:
    """Print a score as a line of a table, by this name unless it is a value; weak: it says only who wins."""
    text = result.describe()
    if weak and game.rules.counted_in == VALUE and result.proven:
        text = {"win": "above 0", "loss": "below 0"}.get(result.proven, "0")
    elif weak:
        text = describe(result.score, result.proven, result.distance)
    label = "value" if text.startswith("value ") else name
    say(f"{label:<10} {text.removeprefix('value ')}  (for {game.label(result.player)})")


def line_of(game: Game[Any], position: str | None, moves: str | None) -> list[Any]:
    """Give the positions that lead to the one asked for; it is the last."""
    return game.begin(moves or "", position).positions


def place(game: Game[Any], position: str | None, moves: str | None) -> Any:
    """Find the position that was asked for."""
    return line_of(game, position, moves)[-1]


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


def answer_batch(
    game: Game[Any], file: str, positions: bool, answer: Callable[[list[Any], threading.Event], Result]
) -> None:
    """Answer every line of a file by JSON; a bad line is told, and the exit code says so at the end.

    answer: is given the positions that lead to the one asked for, and what stops it.
    """
    bad = False
    with stoppable() as stop, Progress("searching") as progress:
        for number, line in enumerate(batch_lines(file), 1):
            progress.tell(f"line {number}")
            try:
                found = line_of(game, line, None) if positions else line_of(game, None, line)
                print_json(answer(found, stop).to_json())
            except KibitzError as error:
                print_json({"error": one_line(str(error)), "line": number})
                bad = True
            if stop.is_set():
                raise typer.Exit(INTERRUPTED)
    if bad:
        raise typer.Exit(BAD_INPUT)
