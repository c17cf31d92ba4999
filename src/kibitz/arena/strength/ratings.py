"""The ratings of many players, with their errors.

    zero        the mean of the rated players is 0; with anchors these have the ratings that were given.
    error       the standard error of a rating is relative to that zero: to the mean of the rated players, or to the
                anchors, whose own error is 0. It is not the error of a difference between two players: their errors are
                correlated, and `difference` takes that into account.
    interval    value ± 1.96 standard errors.
    LOS         Φ(difference / its standard error), the probability that one player is the stronger.

Rated are the players of the core (see `groups`): the largest group, or that of the anchors. A group above or below the
core has only a bound: "above +390". A player who is neither, or never met the core, has no number at all, but members
of one group have differences wherever the group is. A core of one player has the rating 0 as a point of reference.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.arena.points import NORMAL_95
from kibitz.arena.rating import Elo
from kibitz.arena.strength.groups import Bools, Floats, Groups

ELO = 400 / math.log(10)
"""Elo points in one nat."""


class Rating(NamedTuple):
    """What is known about one player."""

    elo: Elo  # with its 95 % interval; without a value, a bound
    error: float | None  # the standard error
    games: int
    points: float

    @property
    def score(self) -> float | None:
        """Return the mean points of a game, None before the first."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True)
class Ratings:
    """The ratings of players, by their numbers."""

    players: tuple[Rating, ...]
    order: tuple[int, ...]  # numbers, best first; those without any rating or bound are last
    connected: tuple[tuple[int, ...], ...]  # players who met, directly or through others, the largest set first
    relative_to: str  # what a rating and its error are relative to, in words
    first_advantage: Elo | None  # of the first player; None if it was not estimated
    draw_elo: float | None  # BayesElo's parameter, on its own scale; None if it was not estimated
    draw_rate: float | None  # the share of drawn games; None in games of more than two
    scale: float  # how ratings have been multiplied to compare with the logistic model: 1 if they have not
    strength: Floats = field(repr=False, compare=False)  # (players,) Elo, with an arbitrary zero outside the core
    covariance: Floats = field(repr=False, compare=False)  # (players, players) Elo², between members of a group
    groups: Groups = field(repr=False, compare=False)

    def difference(self, i: int, j: int) -> Elo:
        """Return by how much player i is stronger than player j; only bounds if they are not of one group."""
        if self.groups.label[i] == self.groups.label[j]:
            return interval(float(self.strength[i] - self.strength[j]), self.error(i, j))
        (low, high), (other_low, other_high) = self.ends(i), self.ends(j)
        least = None if low is None or other_high is None else low - other_high
        return Elo(None, least, None if high is None or other_low is None else high - other_low)

    def los(self, i: int, j: int) -> float | None:
        """Return the likelihood that player i is stronger than player j, None if they are not of one group."""
        if self.groups.label[i] != self.groups.label[j]:
            return None
        lead, error = float(self.strength[i] - self.strength[j]), self.error(i, j)
        return (1 + math.erf(lead / error / math.sqrt(2))) / 2 if error else (1 + (lead > 0) - (lead < 0)) / 2

    def error(self, i: int, j: int) -> float:
        """Return the standard error of the difference between two players of one group."""
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return math.sqrt(max(0.0, variance))

    def ends(self, i: int) -> tuple[float | None, float | None]:
        """Return between which numbers a rating is known to be, without regard to standard errors."""
        value, low, high = self.players[i].elo
        return (low, high) if value is None else (value, value)


def interval(value: float, error: float) -> Elo:
    """Return a value with its 95 % interval."""
    return Elo(value, value - NORMAL_95 * error, value + NORMAL_95 * error)


def elos(
    core: Bools, strength: Floats, covariance: Floats, low: Floats, high: Floats
) -> list[tuple[Elo, float | None]]:
    """Return the rating and the standard error of every player."""
    errors = covariance.diagonal() ** 0.5

    def one(i: int) -> tuple[Elo, float | None]:
        if core[i]:
            return interval(float(strength[i]), float(errors[i])), float(errors[i])
        ends = (None if math.isnan(end[i]) else float(end[i]) for end in (low, high))
        return Elo(None, *ends), None

    return [one(i) for i in range(len(core))]


def best_first(elos: Iterable[Elo]) -> tuple[int, ...]:
    """Return the players' numbers: above the core by their bounds, the core by ratings, below by bounds, the others."""

    def key(item: tuple[int, Elo]) -> tuple[int, float, int]:
        number, (value, low, high) = item
        place = 1 if value is not None else 0 if low is not None else 2 if high is not None else 3
        return place, -next((end for end in (value, low, high) if end is not None), 0.0), number

    return tuple(number for number, _ in sorted(enumerate(elos), key=key))
