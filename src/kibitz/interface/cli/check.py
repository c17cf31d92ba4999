"""The command `check`: does a game keep its promises?"""

import os
import sys
from typing import Any

import click

from kibitz.checker import check, obstacles
from kibitz.interface.cli.arguments import (
    example,
    game_argument,
    json_option,
    on_option,
    plain_option,
    print_json,
    seconds_from,
)
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.terminal import Progress, compiling, say
from kibitz.loader import load


@click.command(epilog=example("check mygame.py --seed 7"))
@game_argument
@click.option("--seed", type=int, default=0, show_default=True, help="Select other random games.")
@click.option("--games", type=click.IntRange(min=1), default=50, show_default=True, help="Play this many games.")
@click.option(
    "--seconds",
    type=float,
    default=10.0,
    show_default=True,
    callback=seconds_from,
    help="Stop playing after this long; compiled rules are tested for as long again.",
)
@click.option("--jobs", type=int, help="Check slices of 50 games in this many processes; --seconds is for a slice.")
@on_option
@click.option("--compile", "only_compile", is_flag=True, help="List what keeps the rules from being compiled.")
@plain_option
@json_option
def command(
    game_spec: str,
    seed: int,
    games: int,
    seconds: float,
    jobs: int | None,
    on: str | None,
    only_compile: bool,
    compiled: bool | None,
    as_json: bool,
) -> None:
    """Test the rules of a game by playing random games.

    The exit code is 1 if a promise is broken. With --compile no game is played: the rules are compiled, everything that
    prevents it is listed, and the exit code is 1 if anything does.
    """
    game = load(game_spec)
    if only_compile:
        with Progress(compiling(game.name)):
            found = obstacles(game)
        if as_json:
            print_json({"game": game.spec(), "compiles": not found, "obstacles": found})
        else:
            say("\n".join(found) or f"{game.spec()}: the rules compile")
        raise click.exceptions.Exit(1 if found else 0)
    with stoppable() as stop, Progress("checking") as progress:
        limits: dict[str, Any] = {"seed": seed, "games": games, "seconds": seconds, "jobs": jobs, "on": on}
        report = check(game, **limits, compiled=compiled, stop=stop, tell=progress.tell)
    if as_json:
        print_json(report.to_json())
    else:
        say(report)
    code = 1 if report.failures else INTERRUPTED if stop.is_set() else 0
    if report.hung:  # the thread of a rule that does not return would keep the process
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
    raise click.exceptions.Exit(code)
