"""Ordering: trying the likely moves first.

Each move has one word, and the largest goes first:

    priority of the game | history | the place in the game's order, reversed
        23 bits          | 26 bits |        12 bits

The table's move has the largest word of all.
"""

from collections.abc import Callable
from typing import Any

from kibitz.compiler.plain import Desk
from kibitz.game import Game
from kibitz.search.engine.desk import HISTORY, HISTORY_SIZE

PLACE_BITS = 12
PLACE_MASK = (1 << PLACE_BITS) - 1
HISTORY_BITS = 26
MOST_HISTORY = 1 << HISTORY_BITS - 1
MOST_PRIORITY = 1 << 22
TABLE_MOVE = 1 << 61


def prioritiser(game: Game[Any]) -> Callable[[Any, int], int]:
    """Make the function that gives a move's priority; 0 for all without one."""
    priority = game.rules.priority

    def no_priority(p: Any, move: int) -> int:
        return 0

    return priority or no_priority


def history_place(mover: int, move: int) -> int:
    """Say where the history of a player's move stands."""
    return HISTORY + mover * HISTORY_SIZE + (move & HISTORY_SIZE - 1)


def order_word(priority: int, past: int, index: int) -> int:
    """Put together the word of a move."""
    priority = min(max(priority, -MOST_PRIORITY), MOST_PRIORITY)
    return (priority << HISTORY_BITS) + past << PLACE_BITS | PLACE_MASK - index


def index_in(order: int) -> int:
    """Read the place in the game's order from the word of a move."""
    return PLACE_MASK - (order & PLACE_MASK)


def pick(desk: Desk, place: int, end: int) -> int:
    """Bring the largest of the words from here to the end forward, and return it."""
    best = place
    largest: int = desk[place]
    for other in range(place + 1, end):
        if desk[other] > largest:
            largest = desk[other]
            best = other
    desk[best] = desk[place]
    desk[place] = largest
    return largest


def credit(desk: Desk, mover: int, move: int, depth: int) -> None:
    """Note that a move cut."""
    place = history_place(mover, move)
    desk[place] = min(desk[place] + depth, MOST_HISTORY - 1)


def blame(desk: Desk, mover: int, move: int, depth: int) -> None:
    """Note that a move was tried before one that cut."""
    place = history_place(mover, move)
    desk[place] = max(desk[place] - depth, -MOST_HISTORY)
