"""Who can be compared with whom.

A player is ahead of another if it took points from it, and of all whom that one is ahead of.

    group       players who are all ahead of each other. They have ratings relative to each other: the maximum of the
                likelihood is finite within a group, and only there (Ford, 1957).
    above       one group is ahead of another but not the reverse. However much stronger the upper group is assumed to
                be, its results become only more likely, so there is no rating, but there is a bound: see `bounds`.
    connected   players who met, directly or through others. Nothing compares those who are not.

Anchors, whose ratings are known, are compared by that: they count as ahead of each other.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Groups:
    """The players by their results."""

    label: Ints  # (players,) the group of each player: the least number of its members
    above: Bools  # (players, players) whether the row's group is above the column's
    connected: tuple[tuple[int, ...], ...]  # the numbers of players who met, the largest set first

    @classmethod
    def of(cls, ahead: Bools, met: Bools, anchors: Collection[int]) -> "Groups":
        """Return the groups of players.

        ahead, met: (players, players) whether the row's player took points from the column's, and played it at all.
        """
        known = np.zeros(len(ahead), bool)
        known[list(anchors)] = True
        both = np.outer(known, known)
        reach, linked = closure(ahead | both), closure(met | met.T | both)
        sets = [tuple(np.flatnonzero(linked[player]).tolist()) for player in np.unique(linked.argmax(axis=1))]
        return cls((reach & reach.T).argmax(axis=1), reach & ~reach.T, tuple(sorted(sets, key=len, reverse=True)))

    def core(self, games: Ints, points: Floats, anchors: Collection[int]) -> Bools:
        """Return who is rated: the group of the anchors; without any, the group with most players who have a game.

        Of groups of equal size it is that with most games, then with most points, then with the least number.
        """
        sums = [np.bincount(self.label, amounts) for amounts in (np.ones(len(games)), games, points)]
        labels = self.label[list(anchors)] if anchors else self.label[games > 0]
        best = max(np.unique(labels), key=lambda label: (*(amount[label] for amount in sums), -label), default=-1)
        return np.asarray(self.label == best)


def closure(relation: Bools) -> Bools:
    """Return the reflexive and transitive closure of a relation, by repeated squaring."""
    found = relation | np.eye(len(relation), dtype=bool)
    while True:
        steps = found.astype(np.float32)
        further = steps @ steps > 0
        if np.array_equal(further, found):
            return found
        found = further
