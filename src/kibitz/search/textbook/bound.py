"""What a search knows about a node's score: the exact number, or only a bound.

Law. A node's minimax score lies between `low` and `high`; a pruning search returns one of the two, which is exact if
they are equal:
    a leaf         both are its score
    maximising     low is the greatest of the children's lows, high the greatest of their highs, or open if a cutoff
                   skipped a child
    minimising     low is the least of the lows, or open if a cutoff skipped a child, high the least of the highs
This is at least as precise as the window (`bound_of`): a score outside it may still be exact.
"""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.compiler.plain import Desk, F, Returns
from kibitz.game import Game
from kibitz.score import Score
from kibitz.search.desk import HIGHEST, LOWEST
from kibitz.search.textbook.selective import kept_here
from kibitz.search.textbook.sound import same_side


class Known(NamedTuple):
    """The interval that contains a node's score."""

    low: Score
    high: Score

    def bound(self, score: Score) -> str:
        """Return whether a score that a search returned is "exact", "lower" or "upper"."""
        if self.low == self.high:
            return "exact"
        return "upper" if score == self.high else "lower"


def known_above(children: Sequence[Known], maximising: bool, spared: bool) -> Known:
    """Return what is known about a node whose children were searched, or partly skipped by a cutoff."""
    best = max if maximising else min
    low, high = (best(ends) for ends in zip(*children, strict=True))
    if spared:
        low, high = (low, HIGHEST) if maximising else (LOWEST, high)
    return Known(low, high)


class Follower:
    """Follows a plain pruning search and records what it knows about the root's moves, unseen by the algorithm."""

    def __init__(self, game: Game[Any], selective: bool) -> None:
        self.moves, self.turn, self.ours = game.rules.moves, game.rules.turn, same_side(game)
        # RB builds its shallow search first; that one only ranks children.
        self.ignored = 1 if selective else 0
        self.selective = selective
        self.path: list[list[Known]] = [[]]  # the children so far of each node entered but not left
        self.root: list[Known] = []

    def __call__(self, function: F, returns: Returns = "score", once: bool = False) -> F:
        """Return a function that records what is known about each node it leaves."""
        if function.__name__ != "search":
            return function
        if self.ignored:
            self.ignored -= 1
            return function

        @functools.wraps(function)
        def followed(p: Any, player: int, depth: int, alpha: Any, beta: Any, desk: Desk) -> Any:
            self.path.append([])
            score = function(p, player, depth, alpha, beta, desk)
            children = self.path.pop()
            if children:
                count = sum(1 for _ in self.moves(p))
                spared = len(children) < (kept_here(desk, depth, count) if self.selective else count)
                known = known_above(children, self.ours(self.turn(p), player), spared)
            else:
                known = Known(score, score)
            self.path[-1].append(known)
            self.root = children
            return score

        return followed  # type: ignore[return-value]
