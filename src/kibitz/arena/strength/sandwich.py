"""The errors of an estimate whose sample is the unit: a pair of games, or a round, whose games are not independent.

    covariance    J⁻¹ (Σ g gᵀ + I) J⁻¹        J the information, g the gradient of one unit, Σ over the units

This is White's and Huber's "sandwich". It stays true where the games of a unit are correlated, and where draws are
rarer or more frequent than the model has it. As in `rating`, few or uniform results must not look certain, so I is an
imaginary unit for every player, half won and half lost, against its opponents in proportion to what their games tell:

    I             Σ c (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ over pairs of players, c = −Jᵢⱼ · cosh(xᵢ − xⱼ) · (kᵢ/nᵢ + kⱼ/nⱼ) / 2

where n is the number of a player's units and k that of its games in a unit, at most 2. For two players with n pairs
this is one imaginary pair, half 2–0 and half 0–2. Other parameters than strengths have 2/n of their information added.
"""

import numpy as np

from kibitz.arena.strength.groups import Floats, Ints
from kibitz.arena.strength.newton import Likelihood, Maximum

PAIR = 2
"""Games of the imaginary unit, at most: as many as are played from one opening."""
CHUNK = 1 << 22
"""Products expanded at a time, which bounds memory."""


def covariance(likelihood: Likelihood, maximum: Maximum, games: Ints) -> Floats:
    """Return the covariance of the parameters, in nats².

    games: (players,) the number of games of each player.
    """
    players, size = len(games), len(maximum.x)
    unit, parameter, amount = summed(*likelihood.gradients(maximum.x), size)
    units = np.bincount(parameter, minlength=size)
    weight = np.minimum(games / np.maximum(units[:players], 1), PAIR) / np.maximum(units[:players], 1)
    strength = maximum.x[:players]
    spread = np.cosh(strength[:, None] - strength) * (weight[:, None] + weight) / 2
    between = -maximum.information[:players, :players] * spread
    np.fill_diagonal(between, 0)
    middle = crossed(unit, parameter, amount, size)
    middle[:players, :players] += np.diag(between.sum(axis=1)) - between
    others = np.arange(players, size)
    middle[others, others] += maximum.information[others, others] * PAIR / np.maximum(units[others], 1)
    return maximum.inverse @ middle @ maximum.inverse


def summed(unit: Ints, parameter: Ints, amount: Floats, size: int) -> tuple[Ints, Ints, Floats]:
    """Return the terms with those of the same unit and parameter added, in the order of units."""
    key = unit * size + parameter
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    return key[starts] // size, key[starts] % size, np.add.reduceat(amount[order], starts) if len(key) else amount


def crossed(unit: Ints, parameter: Ints, amount: Floats, size: int) -> Floats:
    """Return Σ g gᵀ over the units, from their summed terms: (size, size)."""
    total = np.zeros(size * size)
    starts = np.flatnonzero(np.diff(unit, prepend=-1))
    lengths = np.diff(starts, append=len(unit))
    for length in np.unique(lengths):  # units with equally many terms are one array
        begins = starts[lengths == length]
        for part in np.array_split(begins, -(-len(begins) * length**2 // CHUNK)):
            rows = part[:, None] + np.arange(length)
            place = parameter[rows][:, :, None] * size + parameter[rows][:, None, :]
            product = amount[rows][:, :, None] * amount[rows][:, None, :]
            total += np.bincount(place.ravel(), product.ravel(), minlength=size * size)
    return total.reshape(size, size)
