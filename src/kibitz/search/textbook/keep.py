"""What RB's filter keeps of a position's children."""

from dataclasses import dataclass

from kibitz.errors import OptionError

MOST_LEAST = 1_000_000
MOST_DEEPENING = 20
"""The greatest depth of the filter's shallow searches."""


@dataclass(frozen=True)
class Keep:
    """What RB's filter keeps."""

    rates: tuple[float, ...] = (1.0,)  # the share of children kept at each ply; the last applies to all deeper ones
    least: int = 1  # the least number kept
    deepening_depth: int = 0  # how deep children are searched to rank them

    def __post_init__(self) -> None:
        for rate in self.rates:
            if not (isinstance(rate, int | float) and 0 < rate <= 1):
                raise OptionError(f"a keep rate must be more than 0 and at most 1, got {rate!r}")
        if not self.rates:
            raise OptionError("there must be at least one keep rate")
        if not isinstance(self.least, int) or not 1 <= self.least <= MOST_LEAST:
            raise OptionError(f"keep least must be a whole number from 1 to {MOST_LEAST:,}, got {self.least!r}")
        if not isinstance(self.deepening_depth, int) or not 0 <= self.deepening_depth <= MOST_DEEPENING:
            raise OptionError(f"deepening depth must be 0 to {MOST_DEEPENING}, got {self.deepening_depth!r}")

    def below(self) -> "Keep":
        """Return what is kept from one ply further down."""
        return Keep(self.rates[1:] or self.rates, self.least, self.deepening_depth)

    def rate_at(self, ply: int) -> float:
        """Return the keep rate at a ply from the root."""
        return self.rates[min(ply, len(self.rates) - 1)]
