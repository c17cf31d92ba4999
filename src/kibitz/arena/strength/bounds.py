"""What can be said about groups of players that won, or lost, everything against the rated ones.

The lower bound of a group above the rated players is where it would win all its units with a chance of 5 %:

    Σ mean log(chance of winning a comparison) = log 0.05        Σ over units, the mean over a unit's comparisons

A unit is one trial, as its games are not independent; against one opponent n pairs won in a row give the bound of
`rating`, the mean 0.05^(1/n). A comparison is a game, or two seats in a game of more than two. Members of a group keep
their differences, opponents their ratings; groups above the rated players that are themselves beaten count at their own
bound. So it is with upper bounds for groups below.
"""

import math
from typing import NamedTuple

import numpy as np

from kibitz.arena.strength.groups import Bools, Floats, Groups, Ints

RARE = 0.05
"""As in `rating`: a streak less likely than this is not assumed."""
FAR = 40.0
"""The bound of one comparison is nearer than this, in nats: beyond it a chance is 0 or 1 but for rounding."""
HALVINGS = 80


class Comparisons(NamedTuple):
    """One-sided results between groups: one item for each comparison."""

    unit: Ints
    ahead: Ints  # the player who won
    behind: Ints
    help: Floats  # what favoured the winner besides strength, in nats


def bounds(groups: Groups, core: Bools, x: Floats, results: Comparisons) -> tuple[Floats, Floats]:
    """Return the lower and upper bounds of all players, NaN where there is none.

    x: (players,) the strengths of the core's members, and of other players within their groups, with mean 0.
    """
    low, high = np.where(core, x, np.nan), np.where(core, x, np.nan)
    if core.any():
        one = int(core.argmax())
        for end, side, mirror in ((low, groups.above[:, one], False), (high, groups.above[one], True)):
            further = groups.above.sum(axis=0 if mirror else 1)
            for label in sorted(np.unique(groups.label[side]), key=lambda label: further[label]):
                members = groups.label == label
                end[members] = x[members] + shift(members, end, x, results, mirror)
    return low, high


def shift(members: Bools, end: Floats, x: Floats, results: Comparisons, mirror: bool) -> float:
    """Return by how much the strengths of a group are shifted at its bound.

    end: the bounds of all players that are already known.
    mirror: the group lost everything, and the bound is an upper one.
    """
    own, other = (results.behind, results.ahead) if mirror else (results.ahead, results.behind)
    use = members[own] & ~np.isnan(end[other])
    lead = x[own[use]] - end[other[use]]
    lead = (-lead if mirror else lead) + results.help[use]
    _, unit = np.unique(results.unit[use], return_inverse=True)
    share = 1 / np.bincount(unit)[unit]
    low, high = -float(lead.max()) - FAR, FAR - float(lead.min())
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rare = -(share @ np.logaddexp(0, -lead - middle)) < math.log(RARE)
        low, high = (middle, high) if rare else (low, middle)
    return -high if mirror else high
