"""Repetition: whether a position occurred earlier in the line, or often enough before the search.

KEYS holds the keys of the positions played before and of the line; SEEN counts them by their last bits, so that almost
every position is recognised as new without a comparison.
"""

from kibitz.compiler.plain import Desk
from kibitz.search.engine.desk import BEFORE, KEYS, REPETITION, SEEN, SEEN_SIZE


def is_repeated(key: int, ply: int, desk: Desk) -> bool:
    """Return whether a position at this ply of the line counts as a draw by repetition."""
    if desk[SEEN + (key & SEEN_SIZE - 1)] == 0:
        return False
    before = desk[BEFORE]
    for place in range(KEYS + before, KEYS + before + ply):
        if desk[place] == key:
            return True
    count = 1
    for place in range(KEYS, KEYS + before):
        if desk[place] == key:
            count += 1
    return bool(count >= desk[REPETITION])


def enter_line(key: int, ply: int, desk: Desk) -> None:
    """Record the key of the position at this ply of the line."""
    desk[KEYS + desk[BEFORE] + ply] = key


def count_seen(key: int, by: int, desk: Desk) -> None:
    """Count a position that enters the line (1) or leaves it (-1)."""
    desk[SEEN + (key & SEEN_SIZE - 1)] += by
