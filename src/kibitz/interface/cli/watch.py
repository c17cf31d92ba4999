"""The command `watch`: players of Kibitz play; the board and what each one thinks stand side by side."""

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from kibitz.arena.player import Player, Resignation
from kibitz.arena.seat import player_from
from kibitz.arena.sides import first_side
from kibitz.errors import OptionError
from kibitz.interface.cli.arguments import (
    PLAYER_HELP,
    can_save,
    example,
    game_argument,
    moves_option,
    seconds_from,
    seed_option,
)
from kibitz.interface.cli.interrupt import stoppable
from kibitz.interface.cli.paint import painted
from kibitz.interface.terminal import say, visible
from kibitz.loader import load
from kibitz.record import Record
from kibitz.rules import CHANCE
from kibitz.search.result import Result, count
from kibitz.state import State

DEFAULT_PLAYER = "default:seconds=0.5"
MOST_PLIES, LONG_PLIES = 200, 100_000
"""When to stop: where two players play without chance, and elsewhere, where games may be much longer."""
MOST_MOVES_SHOWN = 24
ROOMY, HIGH, LOW = 3, 9, 6
"""Up to this many players have a high panel each, more of them a low one; the heights in lines."""


@click.command(epilog=example("watch connect-four --first alpha-beta:depth=8 --second rb-alpha-beta:depth=8"))
@game_argument
@click.option(
    "--first",
    metavar="PLAYER",
    help=f"Who moves first: {PLAYER_HELP}; by default {DEFAULT_PLAYER}. In a game for more than two: who plays "
    "player 0 and their team.",
)
@click.option(
    "--second",
    metavar="PLAYER",
    help=f"Who moves second, or plays all the others; by default {DEFAULT_PLAYER}. Not in a game for one player.",
)
@click.option(
    "--player",
    "seated",
    metavar="PLAYER",
    multiple=True,
    help="Who plays, once for each player in turn, for any number of players. Instead of --first and --second.",
)
@moves_option
@seed_option
@click.option(
    "--delay",
    type=float,
    default=0.3,
    show_default=True,
    callback=seconds_from,
    help="Seconds to look at each player's move, in a terminal.",
)
@click.option(
    "--plies",
    type=click.IntRange(min=1),
    help=f"Stop after this many plies; by default {MOST_PLIES}, or {LONG_PLIES} in a game of chance or one that is not "
    "for two players.",
)
@click.option("--save", "save_file", type=click.Path(path_type=Path), help="Write the record of the game to this file.")
def command(
    game_spec: str,
    first: str | None,
    second: str | None,
    seated: tuple[str, ...],
    moves: str | None,
    seed: int | None,
    delay: float,
    plies: int | None,
    save_file: Path | None,
) -> None:
    """Watch Kibitz play: alone, against itself or against another player.

    The board and what each player thinks are shown side by side.
    """
    game = load(game_spec)
    if game.players == 1 and second is not None:
        raise OptionError(f"{game.name} is for one player: leave out --second")
    if seated and (first or second):
        raise OptionError("--player says who plays: leave out --first and --second")
    if seated and len(seated) != game.players:
        labels = ", ".join(game.label(mover) for mover in range(game.players))
        raise OptionError(f"{game.spec()} has {game.players} players ({labels}), got {len(seated)}: give one for each")
    sides = first or DEFAULT_PLAYER, second or DEFAULT_PLAYER
    side = first_side(game.players, game.rules.teams)
    texts = seated or [sides[mover not in side] for mover in range(game.players)]
    made = {text: player_from(text, seed) for text in ({*texts} if game.players > 2 else ())}
    players = [made[text] if made else player_from(text, seed) for text in texts]
    watched = Watched(game.begin(moves or ""), players)
    usual = MOST_PLIES if game.players == 2 and game.rules.chances is None else LONG_PLIES
    can_save(save_file)
    for player in watched.players:
        player.check(game)
    with stoppable() as stop:
        say(watch(watched, random.Random(seed), plies or usual, delay, stop))
    if save_file is not None:
        watched.record().save(save_file)


@dataclass
class Watched:
    """A game between players, and what they think about it."""

    state: State
    players: list[Player]  # who plays each player of the game
    thoughts: dict[int, list[str]] = field(default_factory=dict)  # of each player of the game, about its last move

    def record(self) -> Record:
        """Return the game so far."""
        return self.state.record(map(str, self.players))


def moves(
    watched: Watched,
    dice: random.Random,
    most: int,
    stop: threading.Event,
    changed: Callable[[], None] = lambda: None,
) -> Iterator[str]:
    """Let the players move in turn, and yield a line about each move; `changed` is called with every new thought."""
    state = watched.state
    for _ in range(most):
        if state.over or stop.is_set():
            return
        mover, result = state.turn, None
        if mover == CHANCE:
            state.draw(dice)
        else:

            def seen(found: Result, mover: int = mover) -> None:
                watched.thoughts[mover] = thoughts(found)
                changed()

            try:
                move, result = watched.players[mover].choose(state, stop, seen)
            except Resignation:
                state.resign()
                return
            state.play(move)
            watched.thoughts[mover] = thoughts(result)
        yield f"{len(state.names):>3}. {state.game.label(mover)}: {state.names[-1]}   {thought(result)}".rstrip()


def thought(result: Result | None) -> str:
    """Return what a player found, on one line."""
    return ", ".join(thoughts(result))


def thoughts(result: Result | None) -> list[str]:
    """Return what a player found, in a few words each: the score, everyone's where they are known, and the effort."""
    if result is None:
        return []
    many = [" ".join(result.score_texts())] if result.scores and result.game.players > 1 else []
    share = visited(result)
    rate = f"{count(result.nodes / result.seconds)} nodes/s" if result.seconds > 0 else ""
    line = "line " + " ".join(result.names.pv[:8]) + (" …" if len(result.pv) > 8 else "")
    found = [result.headline(), *many, result.effort() + share, f"{count(result.nodes)} nodes", rate, line]
    return [part for part in found if part]


def visited(result: Result) -> str:
    """Return the share of visits that the best move has; empty for a search that makes none."""
    if not result.visits or not result.moves or result.moves[0].visits is None:
        return ""
    return f" ({result.moves[0].visits / result.visits:.0%} of {result.names.moves[0]})"


def watch(watched: Watched, dice: random.Random, most: int, delay: float, stop: threading.Event) -> str:
    """Show the game as it is played, live in a terminal and as text elsewhere; return how it ended."""
    state, console = watched.state, Console()
    if console.is_terminal:
        with Live(view(watched, ""), console=console, refresh_per_second=8) as live:
            lines = [""]
            for line in moves(watched, dice, most, stop, lambda: live.update(view(watched, lines[-1]))):
                lines.append(line)
                live.update(view(watched, line))
                if state.game.turn(state.positions[-2]) != CHANCE:
                    stop.wait(delay)
    else:
        say(state)
        for line in moves(watched, dice, most, stop):
            say(f"{line}\n{state}\n")
    return state.result or ("stopped" if stop.is_set() else f"not over after {most} plies")


def view(watched: Watched, line: str) -> Group:
    """Lay out the board and the thoughts side by side."""
    state, game = watched.state, watched.state.game
    board = Panel(painted(str(state)), title=Text(visible(game.spec())), padding=(1, 3), expand=False)
    found = []
    low = len(watched.players) > ROOMY
    for mover, player in enumerate(watched.players):
        parts = watched.thoughts.get(mover, [])
        lines = [part for part in parts if "nodes" not in part] if low else parts
        title = Text(visible(f"{game.label(mover)}: {player}"))
        text = Text(visible("\n".join(lines)), overflow="ellipsis", no_wrap=True)
        found.append(Panel(text, title=title, width=44, height=LOW if low else HIGH))
    last = Text(visible(line) or "…", style="bold", no_wrap=True, overflow="ellipsis")
    played = Text(visible(" ".join(state.names[-MOST_MOVES_SHOWN:])), style="dim")
    return Group(Columns([board, Group(*found)]), last, played)
