"""Ratings from games of three and more, by the order in which the seats finish: the Plackett–Luce model.

A strength x is a rate λ = eˣ. The next place goes to a seat with a chance of λ divided by the sum of the rates of all
seats that have no place yet. So one seat is ahead of another with a chance of λ₁/(λ₁ + λ₂), as in the logistic model.

The places of seats with equal points are not known, so the likelihood sums over their orders. The sum is the chance
that the seats T come before the seats R below them. With Λ the sum of the rates of R, there is no need to enumerate
orders: a place is that of an exponential waiting time, and the chance is

    ∫ e⁻ᵗ Π (1 − exp(−t λᵢ/Λ)) dt over t > 0, with a factor for each seat of T            λ/(λ + Λ) for one seat

The integral is a sum over equal steps of log t, right to rounding for up to 20 level seats. That all remaining seats
share the last place has a chance of 1 and says nothing. This is the reason for summing over orders: where only winning
counts all losers are level, and to count that as draws between them would pull everybody together.

Who finished ahead of whom decides who is rated: see `groups`. To be level is no evidence, so players who always were
level have no rating. The order of seats of different groups has a chance of 1 where the likelihood is greatest, so only
that within groups counts. A contestant may have more than one seat.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kibitz.arena.strength.bounds import Comparisons
from kibitz.arena.strength.estimate import Pool, check_contestants, check_players, numbers, rated
from kibitz.arena.strength.groups import Floats, Groups, Ints
from kibitz.arena.strength.meetings import chance
from kibitz.arena.strength.newton import maximise
from kibitz.arena.strength.ratings import Ratings
from kibitz.errors import OptionError

STEP = 0.125
TIMES = np.arange(-36, 6.5, STEP)
"""Values of log t in the sum for the integral: e⁻³⁶ is nothing, and so is the chance of t beyond e^6.5."""
CHUNK = 2048
"""Choices computed at a time, which bounds memory."""

Game = tuple[tuple[int, ...], tuple[float, ...]]
Choice = tuple[tuple[int, ...], tuple[int, ...]]
"""The players of seats that come next, in any order, and those of the seats that come after them."""


class Block(NamedTuple):
    """Different choices with equally many seats."""

    top: Ints  # (choices, seats) players that come next
    rest: Ints  # (choices, seats) players that come after them
    place: Ints  # (events,) which choice was made
    unit: Ints  # (events,)


@dataclass(frozen=True)
class Choices:
    """The likelihood of rankings; parameters are the strengths."""

    players: int
    blocks: tuple[Block, ...]

    @classmethod
    def of(cls, players: int, choices: Iterable[tuple[Choice, int]]) -> "Choices":
        """Return the likelihood of choices, each with its unit."""
        shapes: dict[tuple[int, int], dict[Choice, list[int]]] = {}
        for choice, sample in choices:
            shapes.setdefault((len(choice[0]), len(choice[1])), {}).setdefault(choice, []).append(sample)
        return cls(players, tuple(block for found in shapes.values() for block in blocks_of(found)))

    def derivatives(self, x: Floats) -> tuple[float, Floats, Floats]:
        """Return the logarithm of the likelihood, its gradient, and its information."""
        value, gradient = 0.0, np.zeros(self.players)
        information = np.zeros(self.players**2)
        for block in self.blocks:
            times = np.bincount(block.place, minlength=len(block.top))
            who = np.hstack([block.top, block.rest])
            values, slopes, bends = chosen(x[block.top], x[block.rest])
            value += float(times @ values)
            gradient += np.bincount(who.ravel(), (slopes * times[:, None]).ravel(), minlength=self.players)
            pairs = who[:, :, None] * self.players + who[:, None, :]
            information -= np.bincount(pairs.ravel(), (bends * times[:, None, None]).ravel(), minlength=self.players**2)
        return value, gradient, information.reshape(self.players, self.players)

    def gradients(self, x: Floats) -> tuple[Ints, Ints, Floats]:
        """Return the terms of the gradient, each with the unit and the player to whom it belongs."""
        terms = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))]
        for block in self.blocks:
            who = np.hstack([block.top, block.rest])
            slopes = chosen(x[block.top], x[block.rest])[1][block.place]
            terms.append((np.repeat(block.unit, who.shape[1]), who[block.place].ravel(), slopes.ravel()))
        unit, player, amount = (np.concatenate(column) for column in zip(*terms, strict=True))
        return unit, player, amount


def rate_ranks(
    players: int,
    games: Sequence[tuple[Sequence[int], Sequence[float]]],
    unit: Any,
    *,
    anchors: Mapping[int, float] | None = None,
) -> Ratings:
    """Return the ratings of players from games of three and more.

    players: how many there are; they are numbered from 0.
    games: for each game, the players by seat, and what each seat got; more is better.
    unit: the number of the sample to which a game belongs, such as the round of all games from one opening.
    anchors: Elo ratings to be held fixed, by player. Without any, the mean of all rated players is 0.
    """
    anchors = anchors or {}
    check_players(players, anchors)
    played = checked(players, games)
    units = np.unique(numbers(unit, "the unit", len(played)), return_inverse=True)[1]
    pool = pool_of(players, played, anchors)
    label = pool.groups.label.tolist()
    likelihood = Choices.of(
        players, ((choice, k) for game, k in zip(played, units, strict=True) for choice in choices(game, label))
    )
    maximum = maximise(likelihood, pool.start(1.0), pool.free(), pool.gauge(players), players)
    assert maximum is not None, "there is a maximum in every group"
    return rated(pool, likelihood, maximum, one_sided(played, units, label))


def checked(players: int, games: Sequence[tuple[Sequence[int], Sequence[float]]]) -> list[Game]:
    """Return the games as tuples; raise an error if something is wrong with them."""
    for seats, points in games:
        if len(seats) != len(points) or len(seats) < 2:
            raise OptionError(f"a game needs points for at least two seats, got {len(points)} for {len(seats)} seats")
        check_contestants(numbers(seats, "each seat"), players)
        if not np.isfinite(np.asarray(points, float)).all():
            raise OptionError(f"the points of a seat must be finite numbers, got {list(points)}")
    return [(tuple(map(int, seats)), tuple(map(float, points))) for seats, points in games]


def pool_of(players: int, games: Sequence[Game], anchors: Mapping[int, float]) -> Pool:
    """Return the players with what their games say about them."""
    met, ahead = np.zeros((players, players), bool), np.zeros((players, players), bool)
    counts, total = np.zeros(players, np.int64), np.zeros(players)
    for seats, points in games:
        counts[list(set(seats))] += 1
        for (one, got), (two, other) in itertools.permutations(zip(seats, points, strict=True), 2):
            met[one, two] = True
            ahead[one, two] |= got > other
        for player, got in zip(seats, points, strict=True):
            total[player] += got
    groups = Groups.of(ahead, met, anchors)
    return Pool(groups, groups.core(counts, total, anchors), anchors, counts, total, None)


def choices(game: Game, label: Sequence[int]) -> Iterator[Choice]:
    """Yield the choices of a game among the seats of each group: who came next, and who came after them."""
    seats = sorted(zip(*game, strict=True), key=lambda seat: (label[seat[0]], -seat[1], seat[0]))
    for _, group in itertools.groupby(seats, lambda seat: label[seat[0]]):
        levels = [[player for player, _ in level] for _, level in itertools.groupby(group, lambda seat: seat[1])]
        for place, level in enumerate(levels[:-1], 1):
            yield tuple(level), tuple(sorted(itertools.chain.from_iterable(levels[place:])))


def blocks_of(found: Mapping[Choice, Sequence[int]]) -> Iterator[Block]:
    """Yield blocks of choices with equally many seats, from the units in which each was made."""
    for start in range(0, len(found), CHUNK):
        part = list(itertools.islice(found.items(), start, start + CHUNK))
        top, rest = (np.array([choice[k] for choice, _ in part]) for k in (0, 1))
        place = np.repeat(np.arange(len(part)), [len(units) for _, units in part])
        yield Block(top, rest, place, np.concatenate([units for _, units in part]))


def chosen(top: Floats, rest: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the logarithm of the chance that some seats come before others, with its first and second derivatives.

    top, rest: (choices, seats) strengths. Derivatives are by the strengths of `top` and then of `rest`.
    """
    most = rest.max(axis=1, keepdims=True)
    share = np.exp(rest - most)
    total = share.sum(axis=1, keepdims=True)
    share /= total
    value, slope, bend = before(top - most - np.log(total))
    pull, across = slope.sum(axis=1)[:, None], bend.sum(axis=2)
    below = (across.sum(axis=1)[:, None, None] + pull[:, :, None]) * share[:, :, None] * share[:, None, :]
    seats = np.arange(rest.shape[1])
    below[:, seats, seats] -= pull * share
    corner = -across[:, :, None] * share[:, None, :]
    bends = np.block([[bend, corner], [corner.transpose(0, 2, 1), below]])
    return value, np.hstack([slope, -pull * share]), bends


def before(x: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the logarithm of the integral and its derivatives by x = log λ/Λ: (choices, seats).

    With y = t eˣ the logarithm of a factor 1 − e⁻ʸ has the derivatives q = y/(eʸ − 1) and q(1 − y − q).
    """
    if x.shape[1] == 1:
        slope = chance(-x)
        return -np.logaddexp(0, -x)[:, 0], slope, (slope * (slope - 1))[:, :, None]
    z = np.minimum(x[:, :, None] + TIMES, TIMES[-1])  # from there on the factor is 1
    y = np.exp(z)
    q = y / np.expm1(y)
    terms = TIMES - np.exp(TIMES) + np.log(-np.expm1(-y)).sum(axis=1)
    most = terms.max(axis=1, keepdims=True)
    weight = np.exp(terms - most)
    total = weight.sum(axis=1, keepdims=True)
    weight /= total
    slope = np.einsum("ct,cit->ci", weight, q)
    bend = np.einsum("ct,cit,cjt->cij", weight, q, q) - slope[:, :, None] * slope[:, None, :]
    seats = np.arange(x.shape[1])
    bend[:, seats, seats] += np.einsum("ct,cit->ci", weight, q * (1 - y - q))
    return (most + np.log(total * STEP))[:, 0], slope, bend


def one_sided(games: Sequence[Game], units: Ints, label: Sequence[int]) -> Comparisons:
    """Return the pairs of seats of different groups that were not level."""
    found = [
        (unit, one, two)
        for (seats, points), unit in zip(games, units, strict=True)
        for (one, got), (two, other) in itertools.permutations(zip(seats, points, strict=True), 2)
        if got > other and label[one] != label[two]
    ]
    unit, ahead, behind = np.array(found, np.int64).reshape(-1, 3).T
    return Comparisons(unit, ahead, behind, np.zeros(len(unit)))
