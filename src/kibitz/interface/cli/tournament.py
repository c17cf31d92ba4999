"""The command `tournament`: many players meet, and all of them are rated."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from kibitz.arena.tournament import Table, tournament
from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import PLAYER_HELP, example, json_option, print_json, together
from kibitz.interface.cli.interrupt import INTERRUPTED, stoppable
from kibitz.interface.cli.match import bounds_from, complain_of_stop, games_at_once, opening_options, record_option
from kibitz.interface.terminal import Progress, say

REFRESH = 1.0
"""Seconds between two ratings of a tournament that goes on."""


def anchors_from(context: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> dict[str, float]:
    """Read players whose Elo is known."""
    found = {}
    for text in texts:
        name, _, elo = text.rpartition("=")
        try:
            found[name] = float(elo)
        except ValueError:
            name = ""
        if not name:
            raise OptionError(f"--anchor needs a player's name and its Elo, such as strong=2000, got {text!r}")
    return found


anchor_option = click.option(
    "--anchor",
    "anchors",
    metavar="NAME=ELO",
    multiple=True,
    callback=anchors_from,
    help="A player whose Elo is known; may be repeated. By default the mean of all is 0.",
)
rating_options = together(
    click.option(
        "--model",
        type=click.Choice(["ordo", "bayeselo"]),
        help="How games of two are rated: ordo, the default, takes a draw as half a win; bayeselo gives draws a "
        "probability of their own.",
    ),
    click.option("--advantage", is_flag=True, help="Estimate the first player's advantage too; it needs many games."),
    anchor_option,
)


@click.command(
    epilog=example(
        "tournament deep=alpha-beta:depth=4 flat=alpha-beta:depth=1 random --game connect-four --games 60\n"
        "         kibitz tournament engine:depth=1 policy random --game chinese-checkers --games 12"
    )
)
@click.argument(
    "players",
    metavar="PLAYER...",
    nargs=-1,
    help=f"The players: {PLAYER_HELP}. NAME=PLAYER gives one a name; PLAYER@GAME lets it think in other rules.",
)
@click.option("--game", metavar="GAME", required=True, help="The game they play, as for other commands.")
@click.option(
    "--gauntlet",
    "challengers",
    type=int,
    is_flag=False,
    flag_value=1,
    help="Only the first player, or the first N, plays all the others.",
)
@click.option("--games", type=int, help="Play this many games, a multiple of those in a cycle; by default about 100.")
@opening_options
@click.option(
    "--seed", type=int, default=0, show_default=True, help="For openings, dice and players that move at random."
)
@rating_options
@click.option(
    "--sprt",
    metavar="LOW,HIGH",
    callback=bounds_from,
    help="Stop as soon as a sequential test shows which of two Elo differences fits better the first player against "
    "all others.",
)
@click.option("--error", type=float, help="Stop as soon as every rating is known to this many Elo points, at 95 %.")
@click.option("--plies", type=int, help="End a game after this many plies, as a draw between two players.")
@games_at_once
@record_option
@json_option
def command(players: tuple[str, ...], game: str, record: Path | None, as_json: bool, **options: Any) -> None:
    """Play a tournament of many players and rate all of them.

    Everybody plays everybody, each opening from both sides. In a game for three and more players they meet at tables,
    in every combination and in every seat equally often. The result is a rating for each with its error, who beat
    whom, and how likely each is stronger than the next.

    A player that fails forfeits the game, and the tournament goes on. The same command resumes it from --record.
    """
    options["model"] = options["model"] or "ordo"
    with stoppable() as stop, shown() as tell:
        result = tournament(game, players, record=record, stop=stop, tell=tell, **options)
    if as_json:
        print_json(result.to_json())
    else:
        say(result)
    if not result.finished:
        complain_of_stop(result.seats.games, record)
        raise click.exceptions.Exit(INTERRUPTED)


@contextlib.contextmanager
def shown() -> Iterator[Callable[[Table, int], None]]:
    """Show on standard error how a tournament stands: how fast it goes, the time left, and who leads."""
    started, before, next_look = time.monotonic(), -1, 0.0
    leaders = "starting"

    def text(table: Table, games: int) -> str:
        nonlocal before, next_look, leaders
        done, now = len(table.games), time.monotonic()
        before = done if before < 0 else before
        if now >= next_look and done > before:
            leaders = leading(table)
            next_look = time.monotonic() + max(REFRESH, 20 * (time.monotonic() - now))
        rate = (done - before) / max(now - started, 1e-9)
        left = f", {duration((games - done) / rate)} left" if rate else ""
        return f"{done} of {games} games, {rate:.1f}/s{left}: {leaders}"

    if not sys.stderr.isatty():
        with Progress("starting") as progress:
            yield lambda table, games: progress.tell(text(table, games))
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    with Bar(BarColumn(), TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda table, games: bar.update(
            task, total=games, completed=len(table.games), description=text(table, games)
        )


def leading(table: Table) -> str:
    """Return in a few words who leads, and how well that is known."""
    standings = table.result().standings
    errors = [1.96 * each.error for each in standings if each.error is not None]
    known = f", ± {max(errors):.0f} at most" if len(errors) == len(standings) else ""
    return ", ".join(f"{each.name} {each.rating}" for each in standings[:2]) + known


def duration(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
