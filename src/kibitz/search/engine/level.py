"""Playing weaker on purpose: fewer nodes, and a choice among moves close to the best.

A weak level plays like someone who looks less far ahead and is less particular, not like someone who gives pieces away:
it never chooses a move that it has seen to lose, nor one far behind the best it sees.
"""

import random
from dataclasses import dataclass
from statistics import median

from kibitz.errors import OptionError
from kibitz.search.result import MoveScore, Result

MOST_LEVEL = 10
FIRST_NODES, NODES_FACTOR = 20, 4
"""Level 1 searches 20 nodes, each further level four times as many."""
FIRST_VISITS, VISITS_FACTOR = 10, 3
"""Level 1 of a Monte Carlo search runs 10 simulations, each further level three times as many."""
PARTICULAR = 8
"""From this level on, only the best move is chosen."""


@dataclass(frozen=True)
class Level:
    """How strong a player should be."""

    number: int  # 1 to 10

    def __post_init__(self) -> None:
        if not isinstance(self.number, int) or not 1 <= self.number <= MOST_LEVEL:
            raise OptionError(f"level must be a whole number from 1 to {MOST_LEVEL}, got {self.number!r}")

    def nodes(self) -> int:
        """Return the number of nodes this level searches."""
        return FIRST_NODES * int(NODES_FACTOR ** (self.number - 1))

    def visits(self) -> int:
        """Return the number of simulations of a Monte Carlo search at this level."""
        return FIRST_VISITS * int(VISITS_FACTOR ** (self.number - 1))

    def tolerance(self) -> float:
        """Return how far below the best move this level may choose, as a share of the distance to an average move."""
        return max(0.0, (PARTICULAR - self.number) / PARTICULAR)

    def candidates(self, result: Result) -> list[MoveScore]:
        """Return the moves that this level may choose: close to the best, and not seen to lose."""
        known = [found for found in result.moves if found.bound == "exact"]
        best = next((found for found in known if found.move == result.move), None)
        if best is None or result.proven in ("win", "loss"):
            return [best] if best else []
        if best.visits is not None:
            enough = (1 - self.tolerance()) * best.visits
            close = [] if result.proven else [found for found in known if (found.visits or 0) > enough]
            return [best, *(found for found in close if found is not best and not found.lost)]
        if result.proven:
            return [found for found in known if found.score == best.score]
        behind = {found.move: result.sign * (best.score - found.score) for found in known}
        others = [less for move, less in behind.items() if move != best.move]
        margin = self.tolerance() * median(others) if others else 0.0
        return [found for found in known if behind[found.move] <= margin]

    def choose(self, result: Result, seed: int | None) -> int | None:
        """Return a chosen move, the same for the same seed and position."""
        candidates = self.candidates(result)
        if not candidates:
            return result.move
        return random.Random(f"{seed} {result.position_text}").choice(candidates).move
