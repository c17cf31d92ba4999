"""What all models have in common: the checks at the door, the fixed and the free, and how a maximum becomes ratings."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from kibitz.arena.strength.bounds import Comparisons, bounds
from kibitz.arena.strength.groups import Bools, Floats, Groups, Ints
from kibitz.arena.strength.newton import Likelihood, Maximum
from kibitz.arena.strength.ratings import ELO, Rating, Ratings, best_first, elos, interval
from kibitz.arena.strength.sandwich import covariance
from kibitz.errors import OptionError


class Pool(NamedTuple):
    """The players, and what does not depend on a model."""

    groups: Groups
    core: Bools  # (players,) who is rated
    anchors: Mapping[int, float]  # Elo by player
    games: Ints  # (players,)
    points: Floats  # (players,)
    draw_rate: float | None

    @property
    def zero(self) -> float:
        """Return the Elo of a strength of 0."""
        return next(iter(self.anchors.values()), 0.0)

    def start(self, scale: float) -> Floats:
        """Return strengths to start from: 0, but what their ratings say for anchors."""
        start = np.zeros(len(self.games))
        start[list(self.anchors)] = [(elo - self.zero) / scale / ELO for elo in self.anchors.values()]
        return start

    def free(self) -> Bools:
        """Return which strengths are to be estimated: all but the anchors'."""
        free = np.ones(len(self.games), bool)
        free[list(self.anchors)] = False
        return free

    def gauge(self, size: int) -> Floats:
        """Return the gauge that `newton` describes, for this many parameters."""
        label, players = self.groups.label, len(self.games)
        loose = ~np.isin(label, label[list(self.anchors)])
        gauge = np.zeros((size, size))
        gauge[:players, :players] = (label[:, None] == label) & loose
        return gauge

    def relative_to(self) -> str:
        """Return what ratings and their errors are relative to."""
        if len(self.anchors) > 1:
            return f"the {len(self.anchors)} anchors"
        if self.anchors:
            return "the anchor"
        rated = int(self.core.sum())
        return (
            f"the mean of the {rated} rated players" if rated > 1 else "the only rated player" if rated else "nothing"
        )


def rated(
    pool: Pool,
    likelihood: Likelihood,
    maximum: Maximum,
    results: Comparisons,
    *,
    scale: float = 1.0,
    advantage: int | None = None,
    draw_elo: float | None = None,
) -> Ratings:
    """Return the ratings at the maximum of a likelihood.

    advantage: which of the parameters is the first player's advantage, None if it was not estimated.
    """
    players, unit = len(pool.games), ELO * scale
    spread = covariance(likelihood, maximum, pool.games) * unit**2
    low, high = (pool.zero + unit * end for end in bounds(pool.groups, pool.core, maximum.x[:players], results))
    strength, errors = pool.zero + unit * maximum.x[:players], spread[:players, :players]
    strength[list(pool.anchors)] = list(pool.anchors.values())  # without rounding
    first = None
    if advantage is not None:
        first = interval(unit * float(maximum.x[advantage]), math.sqrt(spread[advantage, advantage]))
    found = elos(pool.core, strength, errors, low, high)
    counts = zip(pool.games.tolist(), pool.points.tolist(), strict=True)
    return Ratings(
        players=tuple(Rating(*one, *count) for one, count in zip(found, counts, strict=True)),
        order=best_first(elo for elo, _ in found),
        connected=pool.groups.connected,
        relative_to=pool.relative_to(),
        first_advantage=first,
        draw_elo=draw_elo,
        draw_rate=pool.draw_rate,
        scale=scale,
        strength=strength,
        covariance=errors,
        groups=pool.groups,
    )


def check_players(players: int, anchors: Mapping[int, float]) -> None:
    """Raise an error unless there are players, and anchors are some of them with a finite rating."""
    if players < 1:
        raise OptionError(f"there must be at least one player, got {players}")
    for player, elo in anchors.items():
        if not 0 <= player < players:
            raise OptionError(f"anchors must be players 0 to {players - 1}, got {player}")
        if not math.isfinite(elo):
            raise OptionError(f"the rating of an anchor must be a finite number, got {elo} for player {player}")


def numbers(values: Any, what: str, length: int | None = None) -> Ints:
    """Return whole numbers as an array; raise an error if they are not, or not this many."""
    found = np.asarray(values)
    if found.size == 0:
        found = found.astype(np.int64)
    if found.ndim != 1 or found.dtype.kind not in "iu":
        raise OptionError(f"expected a whole number for {what} of every game, got {found.dtype} of shape {found.shape}")
    if length is not None and len(found) != length:
        raise OptionError(f"expected {what} of {length} games, got {len(found)}")
    return found.astype(np.int64)


def check_contestants(found: Ints, players: int) -> None:
    """Raise an error unless all numbers are those of players."""
    outside = found[(found < 0) | (found >= players)]
    if len(outside):
        raise OptionError(f"contestants must be players 0 to {players - 1}, got {outside[0]}")
