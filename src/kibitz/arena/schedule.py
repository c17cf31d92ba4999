"""The schedule of a match or tournament: who plays which game, in which seat, from which opening.

Law. Everything about a game but its moves follows from its number. Games are numbered from 1, and the games of one
sample, a pair or a round, stand together. Openings and dice go by cycles: all games of cycle k have opening k.

    Pairs     the games 2k − 1 and 2k are a pair: one opening, sides swapped. In a cycle each pairing plays a pair; its
              first contestant is A, its second B, and A has the first side in odd games (see `sides`)
                  pairings AB AC BC:    1 A-B   2 B-A   3 A-C   4 C-A   5 B-C   6 C-B    7 A-B …
    Rounds    three or more contestants at one table (see `rounds`): a cycle is a round
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from kibitz.arena.rounds import LETTERS, round_of, round_size
from kibitz.arena.sides import first_side

ROUND_ROBIN, GAUNTLET = "round robin", "gauntlet"
Row: TypeAlias = tuple[int, int, float | None]
"""A seat of a game: its player, the contestant who sits there, and what the game was worth to them, None if that is not
counted. Between two players the worth is 1, ½ or 0, elsewhere it is in points."""


@dataclass(frozen=True)
class Pairs:
    """Pairings take turns in playing pairs of games."""

    players: int  # of the game
    teams: tuple[int, ...] | None
    pairings: tuple[tuple[int, int], ...] = ((0, 1),)
    size: ClassVar[int] = 2  # games in a sample

    @property
    def cycle(self) -> int:
        """Return the number of games in a cycle."""
        return 2 * len(self.pairings)

    @property
    def apart(self) -> bool:
        """Return whether contestants do not meet as two players, and only points are compared."""
        return self.players != 2

    def cycle_of(self, number: int) -> int:
        """Return the cycle to which a game belongs, from 1."""
        return (number - 1) // self.cycle + 1

    def contestants_in(self, number: int) -> tuple[int, ...]:
        """Return the pairing that plays a game: A and B."""
        return self.pairings[(number - 1) // 2 % len(self.pairings)]

    def side_in(self, number: int) -> tuple[int, ...]:
        """Return the first side in a game."""
        return first_side(self.players, self.teams, self.cycle_of(number) - 1)

    def seats_in(self, number: int) -> tuple[int, ...]:
        """Return the contestant who plays for each player in a game."""
        pairing, side = self.contestants_in(number), self.side_in(number)
        first, second = pairing if number % 2 else reversed(pairing)
        return tuple(first if player in side else second for player in range(self.players))

    def rows(self, game: dict[str, Any]) -> list[Row]:
        """Return the seats of a recorded game."""
        seats, score = self.seats_in(game["number"]), game["score"]
        if score is not None:
            first = score if game["number"] % 2 else 1 - score
            return [(0, seats[0], first), (1, seats[1], 1 - first)]
        counted = self.side_in(game["number"])[0]
        return [(player, who, game["points"] if player == counted else None) for player, who in enumerate(seats)]

    def loser(self, game: dict[str, Any]) -> int | None:
        """Return the contestant who forfeited a recorded game."""
        return None if game["loser"] is None else self.contestants_in(game["number"])["AB".index(game["loser"])]

    def named(self, game: dict[str, Any]) -> dict[str, Any]:
        """Return a game whose loser is a contestant's number as it is recorded."""
        number, loser = game["number"], game["loser"]
        letter = None if loser is None else "AB"[self.contestants_in(number).index(loser)]
        return {"number": number, "first": "A" if number % 2 else "B"} | game | {"loser": letter}


@dataclass(frozen=True)
class Rounds:
    """Three or more contestants play rounds."""

    players: int
    contestants: int

    @property
    def size(self) -> int:
        """Return the number of games in a round."""
        return round_size(self.contestants, self.players)

    @property
    def cycle(self) -> int:
        """Return the number of games in a cycle, which is a round."""
        return self.size

    def cycle_of(self, number: int) -> int:
        """Return the round to which a game belongs, from 1."""
        return (number - 1) // self.size + 1

    def contestants_in(self, number: int) -> tuple[int, ...]:
        """Return all contestants, whoever sits at the table."""
        return tuple(range(self.contestants))

    def seats_in(self, number: int) -> tuple[int, ...]:
        """Return the contestant who plays for each player in a game."""
        return round_of(self.contestants, self.players)[(number - 1) % self.size]

    def letters_in(self, number: int) -> str:
        """Return the same as letters."""
        return "".join(LETTERS[who] for who in self.seats_in(number))

    def rows(self, game: dict[str, Any]) -> list[Row]:
        """Return the seats of a recorded game; one that was forfeited is worth 0, and -1 to its loser."""
        seats, loser = self.seats_in(game["number"]), self.loser(game)
        worths = game["points"] or [-1 if who == loser else 0 for who in seats]
        return [(player, who, worths[player]) for player, who in enumerate(seats)]

    def loser(self, game: dict[str, Any]) -> int | None:
        """Return the contestant who forfeited a recorded game."""
        return None if game["loser"] is None else LETTERS.index(game["loser"])

    def named(self, game: dict[str, Any]) -> dict[str, Any]:
        """Return a game whose loser is a contestant's number as it is recorded."""
        number, loser = game["number"], game["loser"]
        recorded = {"number": number, "seats": self.letters_in(number)} | game
        del recorded["score"]
        return recorded | {"loser": None if loser is None else LETTERS[loser]}


Schedule: TypeAlias = Pairs | Rounds


def schedule_of(players: int, teams: Sequence[int] | None, contestants: int, pairings: Any) -> Schedule:
    """Return a schedule from what a record says about it; raise a ValueError if there is no such schedule."""
    if type(players) is not int or players < 1 or contestants < 2 or teams is not None and len(teams) != players:
        raise ValueError(f"there is no schedule of {contestants} contestants in a game of {players} with teams {teams}")
    if pairings is None:
        return Rounds(players, contestants)
    return Pairs(players, None if teams is None else tuple(teams), pairings_of(pairings, contestants))


@functools.lru_cache(maxsize=8)
def pairings_of(text: str, contestants: int) -> tuple[tuple[int, int], ...]:
    """Return who meets whom: in a "round robin" all, in a "gauntlet 2" the first two and all others."""
    word, _, number = str(text).rpartition(" ")
    if text == ROUND_ROBIN:
        return tuple((a, b) for a in range(contestants) for b in range(a + 1, contestants))
    if word != GAUNTLET or not number.isdecimal() or not 1 <= (challengers := int(number)) < contestants:
        raise ValueError(f"there is no schedule of {contestants} contestants with the pairings {text}")
    return tuple((a, b) for b in range(challengers, contestants) for a in range(challengers))
