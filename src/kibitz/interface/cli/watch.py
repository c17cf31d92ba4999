"""Two players play; the board and what each one thinks stand side by side, live in a terminal, as text elsewhere."""

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from kibitz.arena.player import Player
from kibitz.game import Game
from kibitz.interface.cli.paint import painted
from kibitz.interface.cli.terminal import count, say, visible
from kibitz.record import Record
from kibitz.rules import CHANCE
from kibitz.search.result import Result
from kibitz.state import keys_of, result_of


@dataclass
class Watched:
    """A game between players, as far as it has come."""

    game: Game[Any]
    players: list[Player]
    positions: list[Any]
    start: str | None = None
    names: list[str] = field(default_factory=list)
    thoughts: dict[int, str] = field(default_factory=dict)  # of each player, about their last move

    @property
    def p(self) -> Any:
        """Give the position on the board."""
        return self.positions[-1]

    def player(self, mover: int) -> Player:
        """Say who plays for a side."""
        return self.players[mover % len(self.players)]

    def record(self) -> Record:
        """Write the game down."""
        names = tuple(str(self.player(side)) for side in range(self.game.players))
        return Record(self.game.spec(), tuple(self.names), self.start, names, result_of(self.game, self.positions))


def moves(
    watched: Watched,
    chance: random.Random,
    most: int,
    stop: threading.Event,
    changed: Callable[[], None] = lambda: None,
) -> Iterator[str]:
    """Let the players move in turn; give a line about each move. `changed` hears of every new thought."""
    game = watched.game
    for _ in range(most):
        p = watched.p
        if result_of(game, watched.positions) or stop.is_set():
            return
        mover = game.turn(p)
        if mover == CHANCE:
            outcomes, odds = zip(*game.chances(p), strict=True)
            move, result = chance.choices(outcomes, odds)[0], None
        else:

            def seen(found: Result, mover: int = mover) -> None:
                watched.thoughts[mover] = thought(found)
                changed()

            history = keys_of(game, watched.positions[:-1])
            move, result = watched.player(mover).choose(game, p, stop, seen, history, watched.positions)
        name = game.move_name(p, move)
        watched.positions.append(game.ask("play", p, move))
        watched.names.append(name)
        if mover != CHANCE:
            watched.thoughts[mover] = thought(result)
        yield f"{len(watched.names):>3}. {game.label(mover)}: {name}   {thought(result)}"


def thought(result: Result | None) -> str:
    """Write what a player found, in one line."""
    if result is None:
        return ""
    rate = f", {count(result.nodes / result.seconds)} nodes/s" if result.seconds > 0 else ""
    line = " ".join(result.names.pv[:8]) + (" …" if len(result.pv) > 8 else "")
    return f"{result.headline()}, depth {result.depth}, {count(result.nodes)} nodes{rate}, line {line}"


def watch(watched: Watched, chance: random.Random, most: int, delay: float, stop: threading.Event) -> str:
    """Show the game as it is played; say how it ended."""
    console = Console()
    if console.is_terminal:
        with Live(view(watched, ""), console=console, refresh_per_second=8) as live:
            said = [""]
            for line in moves(watched, chance, most, stop, lambda: live.update(view(watched, said[-1]))):
                said.append(line)
                live.update(view(watched, line))
                stop.wait(delay)
    else:
        say(watched.game.show(watched.p))
        for line in moves(watched, chance, most, stop):
            say(line)
            say(watched.game.show(watched.p) + "\n")
    return result_of(watched.game, watched.positions) or (
        "stopped" if stop.is_set() else f"not over after {most} plies"
    )


def view(watched: Watched, line: str) -> Group:
    """Lay out the board and the thoughts side by side."""
    game = watched.game
    board = Panel(painted(game.show(watched.p)), title=Text(visible(game.spec())), padding=(1, 3), expand=False)
    thoughts = []
    for side in range(game.players):
        text = Text(visible(watched.thoughts.get(side, "")).replace(", ", "\n"))
        title = Text(visible(f"{game.label(side)}: {watched.player(side)}"))
        thoughts.append(Panel(text, title=title, width=44, height=9))
    last = Text(visible(line) or "…", style="bold", no_wrap=True, overflow="ellipsis")
    played = Text(visible(" ".join(watched.names[-24:])), style="dim")
    return Group(Columns([board, Group(*thoughts)]), last, played)
