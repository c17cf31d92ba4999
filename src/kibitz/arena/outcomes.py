"""Who was ahead of whom: outcomes, from the seats of games.

    between two players       each game is an outcome, with the score of its first player
    one player, or sides      each pair of games is one: who got more points as the first side, A or B
    three and more at once    in each game, every two seats of different contestants

A forfeit is a loss, whatever the points. The unit is the pair or the round, whose outcomes are not independent.
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.schedule import Pairs, Rounds, Row, Schedule
from kibitz.arena.strength import Ratings, rate_pairs, rate_ranks

Model = Literal["ordo", "bayeselo"]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Seats:
    """The seats of games, by number and player: arrays with one item for each seat."""

    game: Ints
    contestant: Ints
    worth: Floats  # NaN where it is not counted
    losers: Mapping[int, int]  # who forfeited which game

    @classmethod
    def of(cls, rows: Iterable[tuple[int, Row]], losers: Mapping[int, int]) -> "Seats":
        """Return the seats of games; a row comes with the number of its game."""
        return cls.of_rows(((game, who, np.nan if worth is None else worth) for game, (_, who, worth) in rows), losers)

    @classmethod
    def of_rows(cls, rows: Iterable[tuple[int, int, float]], losers: Mapping[int, int]) -> "Seats":
        """Return the seats of rows of the number, the contestant and the worth; there may be millions."""
        game, contestant, worth = np.fromiter(itertools.chain.from_iterable(rows), np.float64).reshape(-1, 3).T
        return cls(game.astype(np.int64), contestant.astype(np.int64), worth, losers)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return int(np.count_nonzero(np.diff(self.game))) + 1 if len(self.game) else 0


@dataclass(frozen=True)
class Outcomes:
    """Who was ahead of whom: arrays with one item for each outcome."""

    first: Ints
    second: Ints
    score: Floats  # of the first: 1, ½ or 0
    unit: Ints

    def table(self, contestants: int) -> tuple[Floats, Ints]:
        """Return the points of each against each other, and how often they met, both as (contestants, contestants)."""
        one, two = (a * contestants + b for a, b in ((self.first, self.second), (self.second, self.first)))
        size, shape = contestants * contestants, (contestants, contestants)
        points = np.zeros(size) + np.bincount(one, self.score, size) + np.bincount(two, 1 - self.score, size)
        return points.reshape(shape), (np.bincount(one, minlength=size) + np.bincount(two, minlength=size)).reshape(
            shape
        )

    def counts(self, contestants: int) -> Ints:
        """Return for each contestant how often it was ahead, level and behind, as (contestants, 3)."""
        found = [
            np.bincount(self.first[self.score == own], minlength=contestants)
            + np.bincount(self.second[self.score == 1 - own], minlength=contestants)
            for own in (1.0, 0.5, 0.0)
        ]
        return np.stack(found, axis=1)


def outcomes(schedule: Schedule, seats: Seats) -> Outcomes:
    """Return who was ahead of whom in the games of a schedule."""
    if isinstance(schedule, Rounds):
        return at_tables(schedule, seats)
    return apart(schedule, seats) if schedule.apart else between_two(seats)


def between_two(seats: Seats) -> Outcomes:
    """Return the outcomes of games between two players."""
    who, score = seats.contestant.reshape(-1, 2), seats.worth.reshape(-1, 2)[:, 0]
    return Outcomes(who[:, 0], who[:, 1], score, (seats.game[::2] - 1) // 2)


def apart(schedule: Pairs, seats: Seats) -> Outcomes:
    """Return the outcomes of pairs of games in which A and B each had the first side."""
    games = seats.game.reshape(-1, schedule.players)[:, 0]
    worths = np.nan_to_num(seats.worth, nan=-np.inf).reshape(-1, schedule.players).max(axis=1)
    whole = np.flatnonzero((games[:-1] % 2 == 1) & (games[1:] == games[:-1] + 1))
    pairings = np.array(schedule.pairings, np.int64)
    unit = (games[whole] - 1) // 2
    a, b = pairings[unit % len(pairings)].T
    score = np.array([score_of(*pair) for pair in zip(worths[whole], worths[whole + 1], strict=True)], np.float64)
    for place, (number, one, two) in enumerate(zip(games[whole], a, b, strict=True)):
        lost = {seats.losers.get(int(number)), seats.losers.get(int(number) + 1)} - {None}
        if lost:
            score[place] = 0.5 if len(lost) == 2 else float(one not in lost and two in lost)
    return Outcomes(a, b, score, unit)


def at_tables(schedule: Rounds, seats: Seats) -> Outcomes:
    """Return the outcomes of games of three and more: every two seats of different contestants."""
    who, worth = (each.reshape(-1, schedule.players) for each in (seats.contestant, seats.worth))
    unit = (seats.game.reshape(-1, schedule.players)[:, 0] - 1) // schedule.size
    parts = []
    for one in range(schedule.players):
        for two in range(one + 1, schedule.players):
            kept = who[:, one] != who[:, two]
            score = (np.sign(worth[:, one] - worth[:, two]) + 1) / 2
            parts.append((who[kept, one], who[kept, two], score[kept], unit[kept]))
    return Outcomes(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def score_of(one: float, two: float) -> float:
    """Return 1 if the first number is larger, ½ if both are equal, else 0."""
    return 0.5 if one == two else float(one > two)


def rate(
    schedule: Schedule,
    contestants: int,
    seats: Seats,
    model: Model = "ordo",
    anchors: Mapping[int, float] | None = None,
    advantage: bool = False,
) -> Ratings:
    """Return the ratings of contestants: of pairs by this model, of rounds by Plackett and Luce's.

    advantage: estimate the first player's as well. Pairs cancel it; without it ratings need fewer games.
    """
    if isinstance(schedule, Rounds):
        tables = zip(
            seats.contestant.reshape(-1, schedule.players).tolist(),
            seats.worth.reshape(-1, schedule.players).tolist(),
            strict=True,
        )
        unit = (seats.game[:: schedule.players] - 1) // schedule.size
        return rate_ranks(contestants, list(tables), unit, anchors=anchors)
    found = outcomes(schedule, seats)
    first, second, score, unit = found.first, found.second, found.score, found.unit
    first_plays = advantage and not schedule.apart  # otherwise nobody is the first player
    return rate_pairs(contestants, first, second, score, unit, model=model, anchors=anchors, advantage=first_plays)
