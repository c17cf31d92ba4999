"""How long to think about one move of a whole game.

Law. However the moves go, the clock does not run out as long as each move loses no more than the overhead. A move has
an ideal time: one move's share of the time left, and its increment. No depth is started after the soft limit, which
lies a little below the ideal because the last depth runs past it; the hard limit interrupts a depth.

    0 ───────────── soft ──── ideal ────────────────────── hard ───────── left − overhead
      depths are started    the last one is finished         never
"""

import math
from dataclasses import dataclass

from kibitz.errors import OptionError

MOVES_EXPECTED = 30
"""The expected number of moves left in the game, if moves_to_go is not given."""
SOFT_SHARE = 0.6
"""The next depth takes about as long as all before it, so one started here ends a little after the ideal."""
HARD_FACTOR = 3.0
"""How far past the ideal a depth may run."""
INCREMENT_SHARE = 0.75
"""The share of the increment that a move may use; the rest is saved."""
SHARE_AT_MOST = 0.3
"""The largest share of the time left for one move, unless more time comes soon."""
OVERHEAD = 0.02
"""Seconds lost between the clock and the search."""
LEAST = 0.001
"""The least number of seconds for a search."""


@dataclass(frozen=True)
class Clock:
    """A player's clock in a whole game."""

    left: float  # seconds
    increment: float = 0.0  # seconds that each move adds
    moves_to_go: int | None = None  # until the next time control
    overhead: float = OVERHEAD  # seconds each move loses outside the search

    def __post_init__(self) -> None:
        wrong = not 0 < self.left < math.inf or not 0 <= self.increment < math.inf or not self.overhead >= 0
        if wrong or self.moves_to_go is not None and self.moves_to_go < 1:
            raise OptionError(f"a clock needs time left, no negative increment and at least 1 move to go, got {self!r}")

    def usable(self) -> float:
        """Return the seconds left for thinking, less what the next moves lose outside the search."""
        if self.moves_to_go:
            return max(self.left - self.overhead * self.moves_to_go, 0.0)
        return max(self.left - self.overhead * MOVES_EXPECTED, (self.left - self.overhead) / 2, 0.0)

    def ideal(self) -> float:
        """Return the ideal time for a move, in seconds."""
        return self.usable() / (self.moves_to_go or MOVES_EXPECTED) + INCREMENT_SHARE * self.increment

    def soft(self) -> float:
        """Return the seconds after which no further depth is started: most of it would be wasted."""
        return min(SOFT_SHARE * self.ideal(), self.hard())

    def hard(self) -> float:
        """Return the seconds after which the search is stopped."""
        share = max(SHARE_AT_MOST, 0.9 / self.moves_to_go) if self.moves_to_go else SHARE_AT_MOST
        return max(min(HARD_FACTOR * self.ideal(), share * self.usable()), LEAST)
