"""The command `play`: a game in the terminal between people and kibitz, or alone."""

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from kibitz.arena.player import GTP, UCI, Player
from kibitz.arena.seat import player_from
from kibitz.errors import KibitzError, OptionError
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
from kibitz.interface.cli.session import YOU, Seats, Session, people_of, play, seats_of, with_level
from kibitz.interface.terminal import visible
from kibitz.loader import load
from kibitz.record import Record
from kibitz.state import State

DEFAULT_OPPONENT = "default:seconds=1"
PERSON = "person"
"""What a record from the browser calls a person."""


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
@click.option(
    "--seat",
    "seated",
    metavar="WHO",
    multiple=True,
    help=f"Who plays, once for each player in turn: {YOU}, or a player as for --opponent. Instead of --side, "
    "--opponent and --level.",
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
    seated: tuple[str, ...],
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
    if seated and (side or opponent or level):
        raise OptionError("--seat says who plays: leave out --side, --opponent and --level (--seat engine:level=3)")
    player = player_from(opponent or DEFAULT_OPPONENT, seed)
    player = player if level is None else with_level(player, level)
    chosen = seats_from(seated, game, seed) if seated else None
    can_save(save_file)
    if load_file is not None and position is not None:
        raise OptionError("a saved game has its position: --load and --position do not go together")
    if load_file is None:
        state, kept = game.begin(position=position), None
    else:
        state, kept = restored(game, load_file, player, seed)
    if chosen is None and kept is not None and people is None:
        chosen = kept if opponent is None and level is None else seats_of(people_of(kept), player, game.players)
    seats = chosen or seats_of(people or (0,), player, game.players)
    for each in {id(seat): seat for seat in seats if seat is not None}.values():
        each.check(game)
    session = Session(state, seats, random.Random(seed), ponder)
    file = save_file or load_file or new_file(Path(), game.name)
    play(session, file, lambda prompt: input(visible(prompt)), show)


def restored(
    game: Game[Any], path: Path, opponent: Player | None = None, seed: int | None = None
) -> tuple[State, Seats | None]:
    """Return a game that was saved, and who played it; None if the record does not say which players were people.

    opponent: plays where the record names no player of kibitz's, or a program, which is never started from a record.
    """
    record = Record.load(path)
    if record.game != game.spec():
        raise OptionError(f"{path} is a game of {record.game}, not of {game.spec()}")
    if record.players and len(record.players) != game.players:
        raise OptionError(f"{path} names {len(record.players)} players, but {game.spec()} has {game.players}")
    state = State.of(record, game)
    if not {YOU, PERSON} & set(record.players):
        return state, None
    usual = opponent or player_from(DEFAULT_OPPONENT, seed)
    made: dict[str, Player | None] = {}  # one player for all seats that are played alike
    for name in record.players:
        if name not in made:
            made[name] = None if name in (YOU, PERSON) else recorded(name, game, usual, seed)
    return state, tuple(made[name] for name in record.players)


def recorded(name: str, game: Game[Any], usual: Player, seed: int | None) -> Player:
    """Return the player that a record names; the usual one where it is nobody that kibitz can be."""
    if name.partition(":")[0] in (UCI, GTP):
        return usual
    if found := re.fullmatch(r"(level|seconds|mcts) (\S+)", name):  # as the browser writes it
        name = f"mcts:seconds={found[2]}" if found[1] == "mcts" else f"default:{found[1]}={found[2]}"
    try:
        player = player_from(name, seed)
        player.check(game)
    except KibitzError:
        return usual
    return player


def seats_from(texts: Sequence[str], game: Game[Any], seed: int | None) -> Seats:
    """Read who plays each player of a game."""
    listed = ", ".join(game.label(seat) for seat in range(game.players))
    if len(texts) != game.players:
        raise OptionError(f"{game.spec()} has {game.players} seats ({listed}): give --seat for each, got {len(texts)}")
    players: dict[str, Player | None] = {YOU: None}
    for text in texts:
        if not text.strip():
            raise OptionError(f"a seat needs a player: {YOU}, or one such as engine:level=3")
        if text not in players:
            players[text] = player_from(text, seed)
    if YOU not in texts:
        raise OptionError(f"nobody is a person: give one of the seats to {YOU}, or use kibitz watch")
    return tuple(players[text] for text in texts)


def people_from(text: str, game: Game[Any]) -> tuple[int, ...]:
    """Read which players are people: a number, or several with commas between."""
    seats = text.split(",")
    if not all(seat.strip().isdecimal() and len(seat) < 10 and int(seat) < game.players for seat in seats):
        raise OptionError(f"side must be 0 to {game.players - 1}, or several with commas between, got {text!r}")
    return tuple(sorted({int(seat) for seat in seats}))
