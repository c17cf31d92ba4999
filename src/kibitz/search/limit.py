"""What stops a search."""

import math
from dataclasses import dataclass

from kibitz.errors import OptionError
from kibitz.search.clock import Clock
from kibitz.search.desk import MOST_DEPTH


@dataclass(frozen=True)
class Limit:
    """What stops a search, whichever comes first; without any limit `analyze` and players take one second.

    Depths 1, 2, … are searched in turn; depth 1 is always finished, so that there is a move. If depth is the only
    limit, textbook algorithms search it directly.
    """

    depth: int | None = None  # plies of the players
    seconds: float | None = None  # of searching, not counting compilation
    nodes: int | None = None  # over all depths
    clock: Clock | None = None  # of a whole game; the engine decides how much of it to use
    visits: int | None = None  # Monte Carlo: simulations

    def __post_init__(self) -> None:
        if self.depth is not None and (not is_int(self.depth) or not 0 <= self.depth <= MOST_DEPTH):
            raise OptionError(f"depth must be a whole number from 0 to {MOST_DEPTH}, got {self.depth!r}")
        for name, value in (("nodes", self.nodes), ("visits", self.visits)):
            if value is not None and (not is_int(value) or not 1 <= value < 1 << 62):
                raise OptionError(f"{name} must be a whole number of at least 1, got {value!r}")
        seconds = self.seconds
        if seconds is not None and (
            isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < math.inf
        ):
            raise OptionError(f"seconds must be a positive number, got {seconds!r}")

    def deadline(self) -> float | None:
        """Return the seconds after which the search is stopped; None if there is no time limit."""
        hard = [self.clock.hard()] if self.clock else []
        return min([*hard, *([self.seconds] if self.seconds else [])], default=None)

    def depths(self) -> range:
        """Return the depths to search, in order."""
        if self.depth is not None and (self.depth == 0 or self.seconds is self.nodes is None):
            return range(self.depth, self.depth + 1)
        return range(1, (MOST_DEPTH if self.depth is None else self.depth) + 1)


def limit_of(
    depth: int | None, seconds: float | None, nodes: int | None, visits: int | None, limit: Limit | None
) -> Limit | None:
    """Return a limit made from its parts, or the given one; None if there is nothing."""
    if limit is not None and not isinstance(limit, Limit):
        raise OptionError(f"limit must be a Limit, got {limit!r}; or pass depth, seconds, nodes or visits")
    if depth is seconds is nodes is visits is None:
        return limit
    if limit is not None:
        raise OptionError("pass either limit, or depth, seconds, nodes and visits")
    return Limit(depth, seconds, nodes, visits=visits)


def is_int(value: object) -> bool:
    """Return whether this is a whole number, and not True or False."""
    return isinstance(value, int) and not isinstance(value, bool)


def refuse_visits(limit: Limit, name: str) -> None:
    """Raise if a search that makes no visits is limited by them."""
    if limit.visits is not None:
        raise OptionError(f"{name} makes no visits, which are for mcts: limit it by depth, nodes or seconds")
