"""The command `play`: a game in the terminal, against kibitz or alone."""

import random
from pathlib import Path
from typing import Any

import click

from kibitz.arena.seat import player_from
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.interface.cli.arguments import (
    PLAYER_HELP,
    can_save,
    example,
    game_argument,
    position_option,
    seed_option,
)
from kibitz.interface.cli.paint import show
from kibitz.interface.cli.saving import new_file
from kibitz.interface.cli.session import YOU, Session, play, with_level
from kibitz.interface.terminal import visible
from kibitz.loader import load
from kibitz.record import Record
from kibitz.state import State

DEFAULT_OPPONENT = "default:seconds=1"


@click.command(epilog=example("play connect-four --level 3 --side 1"))
@game_argument
@click.option(
    "--opponent",
    metavar="PLAYER",
    help=f"Whom to play against: {PLAYER_HELP}; by default {DEFAULT_OPPONENT}.",
)
@click.option("--level", metavar="LEVEL", help="The level it plays at (the engine), from 1 to 10, or full.")
@click.option(
    "--side", metavar="NUMBERS", help="The players that are people, one or several (0,2); kibitz plays the others."
)
@position_option
@seed_option
@click.option("--ponder/--no-ponder", help="Let kibitz think on your time too (the engine).")
@click.option("--load", "load_file", type=click.Path(path_type=Path), help="Resume a saved game.")
@click.option("--save", "save_file", type=click.Path(path_type=Path), help="Save the game to this file.")
def command(
    game_spec: str,
    opponent: str | None,
    level: str | None,
    side: str | None,
    position: str | None,
    seed: int | None,
    ponder: bool,
    load_file: Path | None,
    save_file: Path | None,
) -> None:
    """Play against kibitz in the terminal, or alone where the game is for one player.

    Type help there to see what can be typed. The game is saved after every move.
    """
    game = load(game_spec)
    people = None if side is None else people_from(side, game)
    if game.players == 1 and (opponent or level or ponder):
        raise OptionError(f"{game.name} is for one player, you: leave out --opponent, --level and --ponder")
    player = player_from(opponent or DEFAULT_OPPONENT, seed)
    player = player if level is None else with_level(player, level)
    player.check(game)
    can_save(save_file)
    if load_file is not None and position is not None:
        raise OptionError("a saved game has its position: --load and --position do not go together")
    seated: tuple[int, ...] = ()
    if load_file is None:
        state = game.begin(position=position)
    else:
        state, seated = restored(game, load_file)
    session = Session(state, player, people or seated or (0,), random.Random(seed), ponder)
    file = save_file or load_file or new_file(Path(), game.name)
    play(session, file, lambda prompt: input(visible(prompt)), show)


def restored(game: Game[Any], path: Path) -> tuple[State, tuple[int, ...]]:
    """Return a game that was saved, and which players were people."""
    record = Record.load(path)
    if record.game != game.spec():
        raise OptionError(f"{path} is a game of {record.game}, not of {game.spec()}")
    return State.of(record, game), tuple(seat for seat, name in enumerate(record.players) if name == YOU)


def people_from(text: str, game: Game[Any]) -> tuple[int, ...]:
    """Read which players are people: a number, or several with commas between."""
    seats = text.split(",")
    if not all(seat.strip().isdecimal() and len(seat) < 10 and int(seat) < game.players for seat in seats):
        raise OptionError(f"side must be 0 to {game.players - 1}, or several with commas between, got {text!r}")
    return tuple(sorted({int(seat) for seat in seats}))
