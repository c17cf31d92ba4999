"""What the sequential tests of a match share: error rates, and the bounds between which a test continues.

Law (Wald). With LLR the logarithm of a likelihood ratio, H0 is accepted at or below ln(β/(1 − α)), H1 at or above
ln((1 − β)/α): H1 is then wrongly accepted with probability close to α, H0 with β.
"""

import math
from typing import ClassVar, Literal, TypeAlias

from kibitz.errors import OptionError

Hypothesis: TypeAlias = Literal["H0", "H1"]


class Sequential:
    """A test between two values of a mean that stops as soon as it can decide."""

    unit: ClassVar[str]  # what the two values are counted in
    alpha: float  # the probability of accepting H1 when H0 is true
    beta: float  # the probability of accepting H0 when H1 is true

    @property
    def values(self) -> tuple[float, float]:
        """Return the values of H0 and of H1."""
        raise NotImplementedError

    def __post_init__(self) -> None:
        low, high = self.values
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise OptionError(f"sprt needs two numbers, {self.unit}0 below {self.unit}1, got {low:g},{high:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise OptionError(f"{name} must be more than 0 and less than 0.5, got {value:g}")

    @property
    def lower(self) -> float:
        """Return the bound at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the bound at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def accepted(self, llr: float) -> Hypothesis | None:
        """Return the hypothesis accepted at this likelihood ratio, None if the match must continue."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else None
