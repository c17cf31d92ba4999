"""Openings: the first moves of a game, so that players who do not vary play different games.

An opening leaves a game to play: it is not over, and some move does not end it.
"""

import itertools
import os
import random
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from kibitz.errors import KibitzError, MoveError, OptionError
from kibitz.game import CHANCE, Game, read_file
from kibitz.record import is_repeated, result_of

Opening: TypeAlias = tuple[str, ...]
"""Moves by name, nature's outcomes among them."""

TRIES = 1000
"""So many random openings in a row without a new one: there are no more."""
CHANCES = 1000
"""So many outcomes in a row without a player to move: there will be none."""


def openings_from(game: Game[Any], path: str | os.PathLike[str]) -> list[Opening]:
    """Read openings from a file: on each line what `--moves` takes, or nothing; `#` begins a comment."""
    lines = read_file(os.fspath(path)).splitlines()
    found = checked(game, ((f"{path}, line {number}", words(line)) for number, line in enumerate(lines, 1)))
    if not found:
        raise OptionError(f"{path} has no openings; write one a line, as moves: 4 4 3")
    return found


def words(line: str) -> Opening:
    """Split a line into moves, without its comment. A `#` inside a word belongs to it."""
    return tuple(itertools.takewhile(lambda word: not word.startswith("#"), line.split()))


def checked(game: Game[Any], lines: Iterable[tuple[str, Opening]]) -> list[Opening]:
    """Keep the lines that have moves, after checking that each one leaves a game to play."""
    found = []
    for place, opening in lines:
        if opening:
            try:
                positions = played(game, opening)
            except KibitzError as error:
                raise OptionError(f"{place}: {error}") from error
            if not leaves_a_game(game, positions):
                raise OptionError(f"{place}: nothing is left to play after {' '.join(opening)}")
            found.append(opening)
    return found


def played(game: Game[Any], opening: Opening) -> list[Any]:
    """Play an opening; give every position, from the first to the last."""
    positions = [game.first()]
    for number, name in enumerate(opening, 1):
        try:
            positions.append(game.after(positions[-1], game.find_move(positions[-1], name)))
        except MoveError as error:
            raise MoveError(f"move {number}: {error}") from error
    return positions


def leaves_a_game(game: Game[Any], positions: list[Any]) -> bool:
    """Say whether a game that came this way goes on, and can go on after the next move."""
    if result_of(game, positions) or any(is_repeated(game, positions[:end]) for end in range(1, len(positions))):
        return False
    p = positions[-1]
    return any(result_of(game, [*positions, game.after(p, move)]) is None for move in game.legal(p))


def random_openings(game: Game[Any], plies: int, seed: int) -> Iterator[Opening]:
    """Give openings of this many plies without end, always the same ones for a seed.

    Nature's outcomes are drawn with their probabilities and are no plies. No position comes a second time
    before every one that was found has come once.
    """
    choose = random.Random(f"openings {seed}")
    found: dict[str, Opening] = {}
    tries = 0
    while tries < TRIES:
        tries += 1
        drawn = draw(game, plies, choose)
        if drawn is not None and drawn[0] not in found:
            tries = 0
            found[drawn[0]] = drawn[1]
            yield drawn[1]
    if not found:
        raise OptionError(f"no opening of {plies} random plies leaves a game of {game.name} to play; try fewer")
    yield from itertools.cycle(found.values())


def draw(game: Game[Any], plies: int, choose: random.Random) -> tuple[str, Opening] | None:
    """Play at random; give the position as text and the moves that lead there, None if no game is left."""
    positions, names = [game.first()], []
    left, chances = plies, 0
    while True:
        p = positions[-1]
        legal = game.legal(p)
        if not legal:
            return None
        if game.mover(p) == CHANCE:
            outcomes, odds = zip(*game.outcomes(p), strict=True)
            move = choose.choices(outcomes, odds)[0]
            chances += 1
            if chances > CHANCES:
                return None
        elif left == 0:
            break
        else:
            move = choose.choice(legal)
            left, chances = left - 1, 0
        names.append(game.name_of(p, move))
        positions.append(game.after(p, move))
    return (game.to_text(p), tuple(names)) if leaves_a_game(game, positions) else None
