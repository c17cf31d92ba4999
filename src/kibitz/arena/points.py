"""What the games of a match say in points: means, standard errors, paired differences, and a test of their mean.

The sample is the pair, two games with the same opening and the same dice, so that much of the luck is common to both. A
pair is worth x to A:

    two players     A's lead, half of the difference of their utilities, on average over the two games
    one player      what A got in its game − what B got in the other
    more            what one side got when A played it − what it got when B played it

With n pairs of mean m and sample variance s²:

    error      s/√n, the standard error. The 95 % interval is m ± t s/√n, where t is the quantile of Student's
               distribution with n − 1 degrees of freedom.
    LOS        Φ(Σx / √Σx²), the probability that A is the stronger player, without prior knowledge.
    SPRT       which of two means fits better, d₀ or d₁? For a normal sample of unknown variance the logarithm of the
               generalised likelihood ratio is (n + 2)/2 · ln(v₀/v₁), where vᵢ is the mean of (x − dᵢ)² over the pairs
               and two imaginary ones, (d₀ + d₁)/2 − r and (d₀ + d₁)/2 + r. Here r is the difference between the best
               and the worst game so far, one of 0 points included, and at least d₁ − d₀. The imaginary pairs favour
               neither hypothesis, and keep few or uniform results from looking certain.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from kibitz.arena.sequential import Hypothesis, Sequential
from kibitz.score import Score

NORMAL_95 = 1.959964
"""95 % of a normal distribution lie within this many standard deviations."""
STUDENT_95 = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)
"""The same for Student's distribution with 1 to 10 degrees of freedom."""


class Sample(NamedTuple):
    """Numbers, by their sums."""

    size: int = 0
    total: Score = 0
    squares: Score = 0

    def after(self, x: Score) -> "Sample":
        """Return the sample with one more number."""
        return Sample(self.size + 1, self.total + x, self.squares + x * x)

    @property
    def mean(self) -> float | None:
        """Return the mean, None if there are no numbers."""
        return self.total / self.size if self.size else None

    @property
    def error(self) -> float | None:
        """Return the standard error of the mean, None if there are not two numbers."""
        n = self.size
        return math.sqrt(max(0.0, (n * self.squares - self.total**2) / (n - 1))) / n if n > 1 else None

    @property
    def margin(self) -> float | None:
        """Return how far the ends of the 95 % interval are from the mean, None if there are not two numbers."""
        return None if self.error is None else student_95(self.size - 1) * self.error

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Return the ends of the 95 % interval of the mean."""
        if self.mean is None or self.margin is None:
            return None, None
        return self.mean - self.margin, self.mean + self.margin

    @property
    def los(self) -> float:
        """Return the likelihood that the mean is above 0."""
        return (1 + math.erf(self.total / math.sqrt(2 * self.squares))) / 2 if self.squares else 0.5

    def spread(self, centre: float) -> float:
        """Return the sum of (x − centre)²."""
        return max(0.0, self.squares - 2 * centre * self.total + self.size * centre**2)


EMPTY = Sample()


@dataclass(frozen=True)
class Points:
    """The points of a match, over complete pairs."""

    a: Sample = EMPTY  # what A got, where A and B do not play in the same games
    b: Sample = EMPTY
    difference: Sample = EMPTY  # of each pair, for A
    least: Score = 0  # the worst single game, at most 0
    most: Score = 0  # the best single game, at least 0

    def after(self, one: Score, two: Score, apart: bool) -> "Points":
        """Return the points with one more pair.

        apart: `one` is what A got in its game and `two` what B got in the other; else both are A's lead.
        """
        a, b = (self.a.after(one), self.b.after(two)) if apart else (self.a, self.b)
        difference = self.difference.after(one - two if apart else (one + two) / 2)
        return Points(a, b, difference, min(self.least, one, two), max(self.most, one, two))

    @property
    def los(self) -> float:
        """Return the likelihood of superiority."""
        return self.difference.los

    def to_json(self) -> dict[str, Any]:
        """Return the means with their standard errors, and the mean difference with its 95 % interval."""
        low, high = self.difference.interval
        return {
            "a_mean": self.a.mean,
            "a_error": self.a.error,
            "b_mean": self.b.mean,
            "b_error": self.b.error,
            "difference": self.difference.mean,
            "difference_error": self.difference.error,
            "difference_low": low,
            "difference_high": high,
        }

    def describe(self) -> str:
        """Return the mean difference with its 95 % margin as text: "+3.12 ± 0.45"."""
        mean, margin = self.difference.mean, self.difference.margin
        if mean is None:
            return "unknown, no pair is complete"
        if margin is None:
            return f"{rounded(mean, margin, '+')}, one pair"
        if margin == 0:
            return f"{rounded(mean, margin, '+')} in every pair"
        return f"{rounded(mean, margin, '+')} ± {rounded(margin, margin)}"


NO_POINTS = Points()


@dataclass(frozen=True)
class PointsSprt(Sequential):
    """A test that stops as soon as it can decide: is the mean difference of a pair points0 (H0), or points1 (H1)?"""

    unit: ClassVar[str] = "points"
    points0: float
    points1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def values(self) -> tuple[float, float]:
        """Return the mean differences of H0 and of H1."""
        return self.points0, self.points1

    def llr(self, points: Points) -> float:
        """Return the logarithm of the likelihood ratio, positive if H1 fits better."""
        apart = self.points1 - self.points0
        imagined = 2 * max(points.most - points.least, apart) ** 2 + apart**2 / 2
        v0, v1 = (points.difference.spread(value) + imagined for value in self.values)
        return (points.difference.size + 2) / 2 * math.log(v0 / v1)

    def decision(self, points: Points) -> Hypothesis | None:
        """Return the accepted hypothesis, None if the match must continue."""
        return self.accepted(self.llr(points))


def student_95(degrees: int) -> float:
    """Return the number of standard errors within which 95 % of Student's distribution lie.

    Beyond the table, the first terms of its expansion in 1/degrees: right to four digits.
    """
    if degrees <= len(STUDENT_95):
        return STUDENT_95[degrees - 1]
    z = NORMAL_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


def rounded(value: float, error: float | None, sign: str = "") -> str:
    """Return a number with as many decimals as its error deserves, up to three digits of the error."""
    if not error:
        return f"{value:{sign}.6g}"
    digits = max(0, 2 - math.floor(math.log10(error)))
    return f"{round(value, digits) + 0.0:{sign}.{digits}f}"  # never "-0"
