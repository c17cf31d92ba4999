"""The command `uci`: a chess program for others to talk to."""

import os
import sys
from typing import Annotated

import typer

from kibitz.errors import OptionError
from kibitz.loader import load

CHESS = "chess"


def uci_command(
    game_spec: Annotated[
        str, typer.Argument(metavar="GAME", help="Chess, with parameters if wanted: chess:evaluation=material.")
    ] = CHESS,
) -> None:
    """Be a chess program that speaks UCI, for lichess-bot, cutechess and other programs."""
    from kibitz.protocol.notation import is_chess
    from kibitz.protocol.uci import serve

    game = load(game_spec)
    if not is_chess(game):
        raise OptionError(f"UCI is for chess, not for {game.name}")
    try:
        serve(game, sys.stdin.buffer, sys.stdout.buffer, leave=lambda: os._exit(0))
    except KeyboardInterrupt:
        os._exit(0)
