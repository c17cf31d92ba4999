"""Logistic regression of results on an evaluation that is linear in its weights near their present values.

    chance of player 0    1 / (1 + exp(−k · e))                  e the evaluation in points, k the scale
    loss of a position    −y log chance − (1 − y) log (1 − chance), in nats; y is 1, ½ or 0
    e after a change d    base + slopes · d

What is minimised is convex, so Newton's method finds its only minimum: the sum of the losses, each game counting as
one observation however many positions it has, and pull / 2 · (k · change)² for every weight. The pull is a prior: it
assumes that changes have mean 0 and standard deviation 1 / (k √pull) points.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

STEPS = 50
"""Newton's method needs about six steps; after this many there is no minimum."""
CLOSE = 1e-9
CHUNK = 4096
"""Positions whose slopes are expanded at a time, zeros included: this bounds memory and keeps the product fast."""


@dataclass(frozen=True)
class Lines:
    """The evaluation of each position as a linear function of the weights; only slopes that are not 0 are kept."""

    base: Any  # (positions,) points with the present weights
    rows: Any  # (slopes,) the position of each slope, ascending
    places: Any  # (slopes,) its weight
    slopes: Any  # (slopes,) points for one point of that weight
    weights: int  # how many there are

    def after(self, change: Any) -> Any:
        """Return the evaluations after a change of the weights, as far as they are linear."""
        added = np.bincount(self.rows, self.slopes * change[self.places], minlength=len(self.base))
        return self.base + added

    def gathered(self, amounts: Any) -> Any:
        """Return slopesᵀ · amounts: a sum over positions, for each weight."""
        return np.bincount(self.places, self.slopes * amounts[self.rows], minlength=self.weights)

    def crossed(self, amounts: Any) -> Any:
        """Return slopesᵀ · diag(amounts) · slopes: (weights, weights)."""
        total = np.zeros((self.weights, self.weights))
        for start in range(0, len(self.base), CHUNK):
            low, high = np.searchsorted(self.rows, (start, start + CHUNK))
            part = np.zeros((min(CHUNK, len(self.base) - start), self.weights))
            part[self.rows[low:high] - start, self.places[low:high]] = self.slopes[low:high]
            total += part.T @ (part * amounts[start : start + CHUNK, None])
        return total


def chance(logits: Any) -> Any:
    """Return the winning chance of player 0."""
    return 0.5 * (1 + np.tanh(logits / 2))


def losses(logits: Any, results: Any) -> Any:
    """Return each position's loss; large logits neither overflow nor lose digits."""
    return np.logaddexp(0, logits) - results * logits


def scale_of(points: Any, results: Any) -> float | None:
    """Return the k at which chances fit the results best; None if points say nothing, or everything, about them."""
    if not np.any(points):
        return None
    size = float(np.abs(points).max())
    points, k = points / size, 0.0
    for _ in range(STEPS):
        expected = chance(k * points)
        slope = float(points @ (expected - results))
        bend = float(points**2 @ (expected * (1 - expected)))
        if bend <= 0:
            return None
        step = slope / bend
        while losses((k - step) * points, results).sum() > losses(k * points, results).sum() + CLOSE:
            step /= 2
        k -= step
        if abs(step) < CLOSE * max(1.0, abs(k)):
            return k / size if k > 0 else None
    return None


def best_change(lines: Lines, results: Any, k: float, games: int, pull: float, so_far: Any) -> Any:
    """Return the change of the weights that fits the results best, restrained by the pull.

    so_far: how much the weights have already changed; the pull is towards their original values.
    """
    each = games / len(results)  # a position's share of one observation
    change = np.zeros(lines.weights)

    def cost(change: Any) -> float:
        held = pull / 2 * k**2 * float((so_far + change) @ (so_far + change))
        return each * float(losses(k * lines.after(change), results).sum()) + held

    for _ in range(STEPS):
        expected = chance(k * lines.after(change))
        slope = each * k * lines.gathered(expected - results) + pull * k**2 * (so_far + change)
        bend = each * k**2 * lines.crossed(expected * (1 - expected))
        bend[np.diag_indices_from(bend)] += pull * k**2
        step = np.linalg.solve(bend, slope)
        now = cost(change)
        while cost(change - step) > now + CLOSE * abs(now):
            step /= 2
        change = change - step
        if k * np.abs(step).max() < CLOSE:
            break
    return change
