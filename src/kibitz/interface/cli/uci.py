"""The command `uci`: a chess engine for other programs to talk to."""

import os
import sys

import click

from kibitz.errors import OptionError
from kibitz.loader import load
from kibitz.protocol.notation import is_chess
from kibitz.protocol.uci import serve


@click.command(epilog="\b\nExample: cutechess-cli -engine cmd=kibitz arg=uci proto=uci …\nSee docs/uci.md for more.")
@click.argument(
    "game_spec",
    metavar="[GAME]",
    default="chess",
    help="Chess, with parameters if you like: chess:evaluation=material.",
)
def command(game_spec: str) -> None:
    """Run as a UCI engine, for chess programs to talk to.

    It works with lichess-bot, cutechess and any other program that speaks UCI.
    """
    game = load(game_spec)
    if not is_chess(game):
        raise OptionError(f"UCI is for chess, not for {game.name}")
    try:
        serve(game, sys.stdin.buffer, sys.stdout.buffer, leave=lambda: os._exit(0))
    except KeyboardInterrupt:
        os._exit(0)
