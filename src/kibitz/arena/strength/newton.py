"""The maximum of a concave likelihood, by Newton's method.

    step    (information + gauge)⁻¹ · gradient, halved until the likelihood does not fall

Only differences of strengths count, so the information of a group without anchors is singular: adding a constant to all
of the group changes nothing. The gauge is 1 wherever row and column are of such a group and 0 elsewhere. As gradients
sum to 0 over a group, it changes no step, but it makes the matrix invertible and keeps the mean of the group at 0.
"""

from typing import NamedTuple, Protocol

import numpy as np

from kibitz.arena.strength.groups import Bools, Floats, Ints

STEPS = 100
"""Newton's method needs about six steps; after this many there is no maximum."""
CLOSE = 1e-3
"""After a step this short, in nats, one more leaves only rounding: an error is about the square of the one before."""
SLACK = 1e-10
"""By which share of its value a likelihood may seem to fall, due to rounding."""
UNKNOWN = 1e6
"""A variance above this, in nats², belongs to a parameter that the results do not determine, or that is infinite."""


class Likelihood(Protocol):
    """A model and the results it is fitted to, as a function of its parameters; the players' strengths come first."""

    def derivatives(self, x: Floats) -> tuple[float, Floats, Floats]:
        """Return the logarithm of the likelihood, its gradient, and its information: minus the second derivatives."""

    def gradients(self, x: Floats) -> tuple[Ints, Ints, Floats]:
        """Return the terms of the gradient, each with the unit and the parameter to which it belongs."""


class Maximum(NamedTuple):
    """Where the likelihood is greatest."""

    x: Floats  # (parameters,)
    information: Floats  # (parameters, parameters)
    inverse: Floats  # of the information; 0 for parameters that are not free


def maximise(likelihood: Likelihood, start: Floats, free: Bools, gauge: Floats, players: int) -> Maximum | None:
    """Return the maximum over the free parameters, None if one that is no player's strength has no finite maximum."""
    here, others = np.ix_(free, free), np.eye(int(free.sum()))[:, int(free[:players].sum()) :]
    x, (value, gradient, information) = start, likelihood.derivatives(start)
    for _ in range(STEPS):
        try:
            solved = np.linalg.solve((information + gauge)[here], np.column_stack([gradient[free], others]))
        except np.linalg.LinAlgError:
            return None
        if not np.all(np.abs(others.T @ solved[:, 1:]) < UNKNOWN):
            return None
        step = np.zeros(len(x))
        step[free] = solved[:, 0]
        while (found := likelihood.derivatives(x + step))[0] < value - SLACK * abs(value):
            step /= 2
        x, (value, gradient, information) = x + step, found
        if np.abs(solved[:, 0]).max(initial=0) < CLOSE:
            inverse = np.zeros_like(information)
            inverse[here] = np.linalg.inv((information + gauge)[here])
            return Maximum(x + inverse @ gradient, information, inverse)
    return None
