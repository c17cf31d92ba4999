"""The command `gtp`: a Go engine for other programs to talk to."""

import os
import sys

import click

from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import threads_option
from kibitz.interface.terminal import complain, one_line
from kibitz.loader import load
from kibitz.protocol.goban import is_go
from kibitz.protocol.gtp import serve
from kibitz.search.algorithm import suited
from kibitz.search.engine.settings import MCTS, Settings
from kibitz.search.limit import Limit


@click.command(
    epilog="\b\nExample: gogui-twogtp -black 'kibitz gtp' -white 'gnugo --mode gtp' …\nSee docs/gtp.md for more."
)
@click.argument(
    "game_spec",
    metavar="[GAME]",
    default="go",
    help="Go, with parameters if you like: go:size=13. The other program may change the size and komi.",
)
@click.option(
    "--algorithm",
    metavar="NAME",
    default=MCTS,
    show_default=True,
    help="How to search: mcts, or engine for the one that suits the game.",
)
@click.option("--seconds", type=float, help="Seconds for each move. Without any limit or clock: 1.")
@click.option("--visits", type=int, help="Simulations for each move (mcts).")
@threads_option
def command(game_spec: str, algorithm: str, seconds: float | None, visits: int | None, threads: int) -> None:
    """Run as a GTP engine, for Go programs to talk to.

    It works with GoGui, Sabaki and any other program that speaks the Go Text Protocol.
    """
    game = load(game_spec)
    if not is_go(game):
        raise OptionError(f"GTP is for go, not for {game.name}")
    search = suited(game, algorithm)
    if not search.is_engine:
        raise OptionError(f"{algorithm} cannot play over GTP; choose mcts or engine")
    settings = search.settings(Settings(threads=threads))
    try:
        serve(
            game,
            sys.stdin.buffer,
            sys.stdout.buffer,
            leave=lambda: os._exit(0),
            settings=settings,
            limit=Limit(seconds=seconds, visits=visits),
            complain=lambda text: complain(f"kibitz: {one_line(text)}"),
        )
    except KeyboardInterrupt:
        os._exit(0)
