"""Ordering: trying the likely moves first.

Each move has one order word, and the largest goes first:

    priority of the game | history | the place in the game's order, reversed
        23 bits          | 26 bits |        12 bits

The table's move has the largest word of all.
"""

from collections.abc import Callable
from typing import Any

from kibitz.compiler.plain import Desk
from kibitz.game import Game
from kibitz.search.engine.desk import HISTORY, HISTORY_SIZE, LINE, REPLIES, REPLIES_SIZE, TOP, USE
from kibitz.search.engine.scoring import Width, margin_of, mover_of, scale_of
from kibitz.search.engine.techniques import IN_FUTILITY, IN_HISTORY, IN_PRIORITY, IN_REPLIES

PLACE_BITS = 12
PLACE_MASK = (1 << PLACE_BITS) - 1
HISTORY_BITS = 26
MOST_HISTORY, MOST_CHANGE = 1 << 14, 1600
MOST_PRIORITY = 1 << 22
TABLE_MOVE = 1 << 61
GAIN_MARGINS = 3
"""A quiescence search leaves out moves that would not do even with this many margins more than they gain."""


def history_place(mover: int, move: int) -> int:
    """Return where the history of a player's move is kept."""
    return HISTORY + mover * HISTORY_SIZE + (move & HISTORY_SIZE - 1)


def reply_place(before: int, move: int) -> int:
    """Return where the history of a move after another one is kept; others may share the place."""
    return REPLIES + ((before * 0x9E3779B1 + move * 0x85EBCA6B) >> 10 & REPLIES_SIZE - 1)


def order_word(priority: int, past: int, index: int) -> int:
    """Return the order word of a move."""
    priority = min(max(priority, -MOST_PRIORITY), MOST_PRIORITY)
    return (priority << HISTORY_BITS) + past << PLACE_BITS | PLACE_MASK - index


def index_in(order: int) -> int:
    """Return a move's place in the game's order from its order word."""
    return PLACE_MASK - (order & PLACE_MASK)


def pick(desk: Desk, place: int, end: int) -> int:
    """Bring the largest word between here and the end to the front, and return it."""
    best = place
    largest: int = desk[place]
    for other in range(place + 1, end):
        if desk[other] > largest:
            largest = desk[other]
            best = other
    desk[best] = desk[place]
    desk[place] = largest
    return largest


def amend(desk: Desk, place: int, change: int) -> None:
    """Change a history; the nearer it is to its limit, the less."""
    desk[place] += change - desk[place] * abs(change) // MOST_HISTORY


def note(desk: Desk, mover: int, move: int, ply: int, change: int) -> None:
    """Record that a move at a ply caused a cutoff or, with a negative change, was tried before one that did."""
    amend(desk, history_place(mover, move), change)
    if desk[USE] & IN_REPLIES:
        for back in (1, 2):
            if ply >= back:
                amend(desk, reply_place(desk[LINE + ply - back] + back, move), change)


def past_of(desk: Desk, mover: int, move: int, ply: int) -> int:
    """Return the history of a move at a ply: everywhere, and after the last two moves."""
    past = desk[history_place(mover, move)]
    if desk[USE] & IN_REPLIES:
        for back in (1, 2):
            if ply >= back:
                past += desk[reply_place(desk[LINE + ply - back] + back, move)]
    return int(past)


def change_for(depth: int) -> int:
    """Return by how much a cutoff at a depth changes histories."""
    return min(16 * depth * depth + 32 * depth, MOST_CHANGE)


def orderer(game: Game[Any], width: Width, has_history: bool) -> Callable[..., int]:
    """Make the function that orders the moves of a position."""
    priority, noisy, gain = game.rules.priority, game.rules.noisy, game.rules.gain
    has_priority, has_noisy = priority is not None, noisy is not None
    has_gain = game.rules.margin > 0 and gain is not None
    moved, margin = mover_of(width), margin_of(game, width)
    # Just above leaves that are only evaluated, a priority costs as much as the evaluations it may save.
    leaf_depth = 1 if scale_of(game).guesses and not has_noisy else 0

    def order_moves(
        p: Any,
        mover: int,
        depth: int,
        ply: int,
        count: int,
        hint: int,
        noisy_only: bool,
        best: int,
        alpha: int,
        desk: Desk,
    ) -> int:
        """Write the order words of the moves on top of the stack, after the moves; return their number.

        noisy_only: leave out quiet moves, and those that gain too little to bring the best score into the window.
        """
        use = desk[USE]
        order = desk[TOP] - 2 * count
        base = order - count
        kept = 0
        for i in range(count):
            move = desk[base + i]
            if has_noisy and noisy_only:
                if has_gain:
                    if use & IN_FUTILITY and moved(best, gain(p, move) + GAIN_MARGINS * margin) < alpha:  # type: ignore[misc]
                        continue
                if not noisy(p, move):  # type: ignore[misc]
                    continue
            if i == hint:
                desk[order + kept] = TABLE_MOVE | PLACE_MASK - i
            else:
                first = 0
                if has_priority:
                    if use & IN_PRIORITY and depth != leaf_depth:
                        first = priority(p, move)  # type: ignore[misc]
                past = 0
                if has_history:
                    if use & IN_HISTORY:
                        past = past_of(desk, mover, move, ply)
                desk[order + kept] = order_word(first, past, i)
            kept += 1
        return kept

    return order_moves
