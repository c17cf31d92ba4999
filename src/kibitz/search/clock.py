"""How long to think about one move of a whole game.

The law: however the moves go, the time left is not used up while each loses no more than the overhead. A move has an
ideal, the share of the time left and its increment that is due to one of the moves to come. No depth is begun beyond
the soft limit, a little below the ideal since the last depth begun runs past it; the hard limit breaks off a depth.

    0 ───────────── soft ──── ideal ────────────────────── hard ───────── left − overhead
      depths are begun      the last one begun is finished     never
"""

import math
from dataclasses import dataclass

from kibitz.errors import OptionError

MOVES_EXPECTED = 30
"""How many moves a game is thought to last from here, if nobody says."""
SOFT_SHARE = 0.6
"""A next depth takes about as long as all before it, so one begun here ends a little after the ideal."""
HARD_FACTOR = 3.0
"""How far beyond the ideal a depth may go."""
INCREMENT_SHARE = 0.75
"""What a move may use of the increment; the rest is put by."""
SHARE_AT_MOST = 0.3
"""No move takes more of the time left than this, unless more time comes soon."""
OVERHEAD = 0.02
"""Seconds that pass between the clock and the search."""
LEAST = 0.001
"""A search has at least so many seconds."""


@dataclass(frozen=True)
class Clock:
    """A player's clock in a whole game."""

    left: float  # seconds
    increment: float = 0.0  # seconds that each move adds
    moves_to_go: int | None = None  # until more time comes
    overhead: float = OVERHEAD  # seconds that each move loses outside of the search

    def __post_init__(self) -> None:
        wrong = not 0 < self.left < math.inf or not 0 <= self.increment < math.inf or not self.overhead >= 0
        if wrong or self.moves_to_go is not None and self.moves_to_go < 1:
            raise OptionError(f"a clock needs time left and no negative increment or moves to go, got {self!r}")

    def usable(self) -> float:
        """Say how many seconds are left for thinking, after what each of the next moves loses outside of it."""
        if self.moves_to_go:
            return max(self.left - self.overhead * self.moves_to_go, 0.0)
        return max(self.left - self.overhead * MOVES_EXPECTED, (self.left - self.overhead) / 2, 0.0)

    def ideal(self) -> float:
        """Say how many seconds a move is worth."""
        return self.usable() / (self.moves_to_go or MOVES_EXPECTED) + INCREMENT_SHARE * self.increment

    def soft(self) -> float:
        """Say after how many seconds no further depth is begun: most of a next depth would be wasted."""
        return min(SOFT_SHARE * self.ideal(), self.hard())

    def hard(self) -> float:
        """Say after how many seconds the search is stopped."""
        share = max(SHARE_AT_MOST, 0.9 / self.moves_to_go) if self.moves_to_go else SHARE_AT_MOST
        return max(min(HARD_FACTOR * self.ideal(), share * self.usable()), LEAST)
