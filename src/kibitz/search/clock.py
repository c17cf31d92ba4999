"""How long to think about one move of a whole game."""

from dataclasses import dataclass

from kibitz.errors import OptionError

MOVES_EXPECTED = 25
"""How many moves a game is thought to last from here, if nobody says."""
SHARE_AT_MOST = 0.4
"""No move takes more of the time left than this."""
OVERHEAD = 0.02
"""Seconds that pass between the clock and the search."""


@dataclass(frozen=True)
class Clock:
    """A player's clock in a whole game."""

    left: float  # seconds
    increment: float = 0.0  # seconds that each move adds
    moves_to_go: int | None = None  # until more time comes

    def __post_init__(self) -> None:
        if not self.left > 0 or not self.increment >= 0 or self.moves_to_go is not None and self.moves_to_go < 1:
            raise OptionError(f"a clock needs time left and no negative increment or moves to go, got {self!r}")

    def soft(self) -> float:
        """Say after how many seconds no further depth is begun: most of a next depth would be wasted."""
        return self.hard() / 2

    def hard(self) -> float:
        """Say after how many seconds the search is stopped."""
        share = self.left / (self.moves_to_go or MOVES_EXPECTED) + 0.8 * self.increment
        most = max(self.left - OVERHEAD, self.left / 2) if self.moves_to_go == 1 else SHARE_AT_MOST * self.left
        return max(min(2 * share, most) - OVERHEAD, 0.001)
