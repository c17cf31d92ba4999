"""What the games of a match say about two players: score, Elo difference, likelihood of superiority, SPRT.

The sample is the pair: the two games of one opening, sides swapped. What an opening gives to the first player it takes
from the second, so the games of a pair are not independent, but pairs are. A pair is worth x = 0, ¼, ½, ¾ or 1 to A.
With n pairs of mean s:

    Elo        elo(s) = 400 log₁₀(s/(1 − s)). Its 95 % interval is elo(s − 1.96 e) to elo(s + 1.96 e), where e² = v/n
               and v is the variance of the pairs and one imaginary pair, half 2–0 and half 0–2, so that few or uniform
               results do not look certain. Neither end is closer to certainty than n pairs won in a row justify: a
               mean below 0.05^(1/n) has a chance of less than 5 % for that, however its points are spread. An end
               beyond 0 or 1 does not exist, so that 100 % is "above" some number.
    LOS        Φ(Σ(x − ½) / √Σ(x − ½)²), the probability that A is the stronger player, without prior knowledge.
               For single games it is the well-known Φ((wins − losses) / √(wins + losses)).
    SPRT       which of two means fits better: s₀ = score(elo0) or s₁ = score(elo1)? For a normal sample of unknown
               variance the logarithm of the generalised likelihood ratio is (n + 1)/2 · ln(v₀/v₁), where vᵢ is the
               mean of (x − sᵢ)² over the pairs and the imaginary one.

Where amounts matter, or the players do not meet, a match is rated in points: see `points`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from kibitz.arena.points import NO_POINTS, NORMAL_95, Points
from kibitz.arena.sequential import Hypothesis, Sequential
from kibitz.score import Score

WORTH = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can be worth to A: half of its points."""
IMAGINED = (0.5, 0.0, 0.0, 0.0, 0.5)
"""One additional pair that was not played, half lost and half won."""


class Elo(NamedTuple):
    """An Elo difference and the ends of its 95 % interval; None where there is no such number."""

    value: float | None
    low: float | None
    high: float | None

    def describe(self) -> str:
        """Return the difference as text: "+35 ± 12", "above +390"."""
        if self.value is not None and self.low is not None and self.high is not None:
            error = (self.high - self.low) / 2
            digits = 1 if error < 10 else 0
            value = round(self.value, digits) + 0.0  # never "-0"
            return f"{value:+.{digits}f} ± {error:.{digits}f}"
        if self.low is not None:
            return f"above {self.low:+.0f}"
        if self.high is not None:
            return f"below {self.high:+.0f}"
        return "unknown, too few games"


class Count(NamedTuple):
    """Games of A."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def after(self, score: float) -> "Count":
        """Return the count with one more game."""
        return Count(self.wins + (score == 1), self.draws + (score == 0.5), self.losses + (score == 0))


NONE = Count()


@dataclass(frozen=True)
class Tally:
    """The games of a match, counted for A; without wins and losses where A and B do not meet."""

    first: Count = NONE  # games in which A was the first player
    second: Count = NONE
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)  # complete pairs that brought A 0, ½, 1, 1½, 2 points
    games: int = 0
    points: Points = NO_POINTS

    def after(self, first: bool, score: float | None, partner: float | None) -> "Tally":
        """Return the tally with one more game; `partner` is the score of its pair's other game, None if to come."""
        if score is None:
            return replace(self, games=self.games + 1)
        pairs = list(self.pairs)
        if partner is not None:
            pairs[round(2 * (score + partner))] += 1
        counts = (self.first.after(score), self.second) if first else (self.first, self.second.after(score))
        return Tally(*counts, tuple(pairs), self.games + 1, self.points)

    def with_points(self, one: Score, two: Score, apart: bool) -> "Tally":
        """Return the tally with the points of one more pair, as `Points.after` takes them."""
        return replace(self, points=self.points.after(one, two, apart))

    @property
    def wins(self) -> int:
        """Return the number of games that A has won."""
        return self.first.wins + self.second.wins

    @property
    def draws(self) -> int:
        """Return the number of drawn games."""
        return self.first.draws + self.second.draws

    @property
    def losses(self) -> int:
        """Return the number of games that A has lost."""
        return self.first.losses + self.second.losses

    @property
    def score(self) -> float | None:
        """Return A's share of the wins, draws counting half; None before the first game and where nobody wins."""
        scored = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / scored if scored else None


def score_of(elo: float) -> float:
    """Return the expected score of a player who is stronger by this Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """Return the Elo difference at which this is the expected score; None at 0 and 1, and beyond."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def elo(pairs: Sequence[int]) -> Elo:
    """Return the Elo difference estimated from the counts of pairs."""
    n = sum(pairs)
    if n == 0:
        return Elo(None, None, None)
    s, sweep = mean(pairs), 0.05 ** (1 / n)
    error = NORMAL_95 * math.sqrt(spread(with_imagined(pairs), s) / n)
    return Elo(elo_of(s), elo_of(min(s - error, sweep)), elo_of(max(s + error, 1 - sweep)))


def los(pairs: Sequence[int]) -> float:
    """Return the likelihood of superiority from the counts of pairs."""
    n = sum(pairs)
    if n == 0 or n == pairs[2]:
        return 0.5
    z = n * (mean(pairs) - 0.5) / math.sqrt(n * spread(pairs, 0.5))
    return (1 + math.erf(z / math.sqrt(2))) / 2


@dataclass(frozen=True)
class Sprt(Sequential):
    """A test that stops as soon as it can decide: is A stronger by elo0 (H0), or by elo1 (H1)?"""

    unit: ClassVar[str] = "elo"
    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def values(self) -> tuple[float, float]:
        """Return the Elo differences of H0 and of H1."""
        return self.elo0, self.elo1

    def llr(self, pairs: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio, positive if H1 fits better."""
        if not any(pairs):
            return 0.0
        counts = with_imagined(pairs)
        v0, v1 = (spread(counts, score_of(elo)) for elo in (self.elo0, self.elo1))
        return sum(counts) / 2 * math.log(v0 / v1)

    def decision(self, pairs: Sequence[int]) -> Hypothesis | None:
        """Return the accepted hypothesis, None if the match must continue."""
        return self.accepted(self.llr(pairs))


def with_imagined(pairs: Sequence[int]) -> list[float]:
    """Return the counts with the imaginary pair added."""
    return [count + more for count, more in zip(pairs, IMAGINED, strict=True)]


def mean(counts: Sequence[float]) -> float:
    """Return the mean worth of the pairs."""
    return sum(count * x for count, x in zip(counts, WORTH, strict=True)) / sum(counts)


def spread(counts: Sequence[float], centre: float) -> float:
    """Return the mean of (x − centre)² over the pairs."""
    return sum(count * (x - centre) ** 2 for count, x in zip(counts, WORTH, strict=True)) / sum(counts)
