"""The program `kibitz`: the group of commands, and what becomes of their errors.

Errors are one line on standard error and exit code 2; with --json standard output holds nothing but JSON. Each command
is in the file of its name and is imported when it is used, so that the program starts fast.
"""

import importlib
import io
import os
import sys

import click

import kibitz
from kibitz.errors import KibitzError, OptionError, did_you_mean
from kibitz.fault import blamed
from kibitz.interface.cli.arguments import BAD_INPUT, example
from kibitz.interface.cli.interrupt import INTERRUPTED, Terminated, activity, guarded
from kibitz.interface.terminal import complain, one_line, short_warnings

COMMANDS = {
    "analyze": "Find the best move, its score and the line of best play.",
    "play": "Play against kibitz in the terminal, or alone where the game is for one player.",
    "watch": "Watch Kibitz play: alone, against itself or against another player.",
    "solve": "Find the exact value of a position under perfect play.",
    "tree": "Draw a search tree with its windows, scores and cutoffs.",
    "match": "Play many games between two or more players and rate them.",
    "tournament": "Play a tournament of many players and rate all of them.",
    "results": "Show what a match or tournament has found: standings, games, upsets, openings.",
    "learn": "Learn an evaluation by playing, and write it to a file of weights.",
    "tune": "Fit the weights of an evaluation to the results of games.",
    "lessons": "List lessons, and check those of a teacher.",
    "worksheet": "Print questions on random trees for a class, with their key.",
    "page": "Write lessons, trees and boards as a folder of static files, for a course site.",
    "games": "List the built-in games and their parameters.",
    "new": "Write a small commented game to start from.",
    "check": "Test the rules of a game by playing random games.",
    "grade": "Grade students' programs, or their answers to a worksheet or a lesson.",
    "perft": "Count the move sequences of a given length.",
    "bench": "Measure the speed of every game and algorithm.",
    "uci": "Run as a UCI engine, for chess programs to talk to.",
    "gtp": "Run as a GTP engine, for Go programs to talk to.",
    "serve": "Play, watch and review games in a browser.",
}
"""The first sentence of each command's help, so that the list of commands imports none of them."""


class Commands(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of a name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"kibitz.interface.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, or raise an error that suggests the nearest one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = did_you_mean(name, COMMANDS) or f"; there are {', '.join(COMMANDS)}"
            raise OptionError(f"there is no command {name!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=example("analyze connect-four --depth 10"),
)
@click.version_option(kibitz.__version__, message="kibitz %(version)s", help="Show the version and exit.")
def app() -> None:
    """Play, analyse and explain any turn-based game written as a few plain Python functions."""


def main() -> None:
    """Run the program, and turn every expected error into one line and an exit code."""
    short_warnings()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = 0
    try:
        with guarded(), app.make_context("kibitz", sys.argv[1:] or ["--help"]) as context:
            app.invoke(context)
    except BaseException as error:
        code = explained(error)
    if activity.left_behind:  # what still runs would crash while Python cleans up
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def explained(error: BaseException) -> int:
    """Print in one line what is wrong, and return the exit code; raise the error again if it is a bug in kibitz."""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, BrokenPipeError):
        # Whoever read our output has gone; Python must not complain about it at exit.
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
        return 1
    text = blamed(error)
    if isinstance(error, KeyboardInterrupt) and text is None:
        complain("kibitz: interrupted")
        return 128 + error.number if isinstance(error, Terminated) else INTERRUPTED
    if isinstance(error, KibitzError):
        text = str(error)
    elif isinstance(error, click.ClickException):
        text = error.format_message()
    elif isinstance(error, OSError) and text is None:
        text = f"cannot write the output: {error.strerror}"
    if text is None:
        raise error
    complain(f"kibitz: {one_line(text)}")
    return BAD_INPUT
