"""Who sits where in a match of three or more contestants.

Law. A round is all games from one opening, with the same dice. In a round every contestant sits in every seat equally
often, and meets every other contestant equally often. With k contestants and n players:

    k ≥ n    every n of the contestants, in their order, and every rotation of their seats: n · C(k, n) games
    k < n    the contestants in turn around the table, more than one seat for some: seat j has contestant
             (j + r) mod k in game r, k games

    k = 4, n = 3    ABC BCA CAB  ABD BDA DAB  ACD CDA DAC  BCD CDB DBC
    k = 3, n = 4    ABCA BCAB CABC
"""

import functools
import itertools
import math
import string
from collections.abc import Sequence

from kibitz.errors import OptionError
from kibitz.game import Game

LETTERS = string.ascii_uppercase
"""What the contestants of a match are called."""
MOST_GAMES = 100_000
"""The most games in a round."""


def round_size(contestants: int, players: int) -> int:
    """Return the number of games in a round."""
    return players * math.comb(contestants, players) if contestants >= players else contestants


def told_apart(players: Sequence[str]) -> list[str]:
    """Return players as names, with their letters before them if two are the same text."""
    twice = len(set(players)) < len(players)
    return [f"{LETTERS[who]} {player}" if twice else player for who, player in enumerate(players)]


@functools.lru_cache(maxsize=8)
def round_of(contestants: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the games of a round: for each, the contestants by seat."""
    if contestants < players:
        return tuple(tuple((j + r) % contestants for j in range(players)) for r in range(contestants))
    chosen = itertools.combinations(range(contestants), players)
    return tuple(table[r:] + table[:r] for table in chosen for r in range(players))


def refuse_field(game: Game[object], contestants: int) -> None:
    """Raise unless this many contestants, three or more, can play rounds of the game."""
    if contestants > len(LETTERS):
        raise OptionError(f"a match has at most {len(LETTERS)} players, called A to Z, got {contestants}")
    if game.players <= 2:
        seats = "one player" if game.players == 1 else "two players"
        raise OptionError(
            f"{game.spec()} is for {seats}, so a match compares two at a time, got {contestants}; play each pair"
        )
    if game.rules.teams is not None:
        raise OptionError(
            f"{game.spec()} has teams, so a match is between two players, who play them, got {contestants}"
        )
    if (size := round_size(contestants, game.players)) > MOST_GAMES:
        raise OptionError(
            f"a round of {contestants} players in {game.spec()} has {size:,} games, more than {MOST_GAMES:,}; "
            "let fewer play"
        )
