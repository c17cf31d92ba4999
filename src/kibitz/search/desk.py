"""The desk: everything that a search changes while it runs, in one row of 64-bit words.

In a plain search it is a list; in a compiled one, an array behind a raw pointer, because one pointer is the cheapest
argument to pass down a recursion.

    counters   0 … 17   named below
    PV         rows of moves, one per remaining depth: [length, move, move, …]
               The shallow searches of RB's filter have their own rows before these.
    ROOTS      one line per completed move of the root: [move, score, bound]
    RATES      the keep rate at each ply, for RB
    SCORES     each player's score, for max-n
    CHILDREN   rows of moves and their worth, one per remaining depth, for RB's filter

A search at depth d keeps its principal variation in row d. Row 0 stays empty: no move is played there.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.compiler.plain import Desk, copy, put
from kibitz.rules import MOST_SCORE, TOLERANCE
from kibitz.search.textbook.keep import Keep

NODES = 0  # positions entered so far
LIMIT = 1  # the search unwinds when NODES reaches this; writing 0 here stops it
EVALUATED = 2  # 1: some position was evaluated at the horizon
FILTERED = 3  # children that the filter dropped
FILTER_NODES = 4  # nodes spent on ranking children
ROOT = 5  # the depth at which the root is searched
DONE = 6  # moves of the root that are completed
OPEN = 7  # the depth whose window stays open, so that every move's score is exact; or -1
FIRST_ROW = 8  # the PV row of depth 0; rows below it belong to the filter's shallow searches
ROW_WIDTH = 9  # words in a PV row
ROOTS = 10  # where these parts begin
RATES = 11
CHILDREN = 12
KEEP_LEAST = 13  # RB: the least number of children kept
DEEPENING = 14  # RB: the depth of the shallow searches
FAULT = 15  # why the search had to stop; see below
SCORES = 16
WEIGHTS = 17  # the address of the evaluation's weights
RIVAL = 19  # the engine's desk, in a duel: 1: the evaluation of the other player is used
PV = 18

TOO_MANY_MOVES, ENDLESS_CHANCES, OUT_OF_RANGE, UNEVEN, WRONG_ODDS, TOO_LONG = 1, 2, 3, 4, 5, 6
BAD_POLICY, BAD_BOUNDS, BAD_BANK = 7, 8, 9

LOWEST, HIGHEST = -MOST_SCORE, MOST_SCORE
"""Beyond every score; searches start from these, and results never contain them."""

EXACT, LOWER, UPPER = 0, 1, 2
BOUNDS = ("exact", "lower", "upper")

MOST_DEPTH = 500
"""The greatest depth of a search: principal variations take its square in memory."""
MOST_MOVES = 1024
"""The most moves that the filter can rank in one position."""
MOST_PLIES = 4000
"""The greatest length of a line, including nature's outcomes."""


def stopped(desk: Desk) -> bool:
    """Return whether the search must unwind; its return values are then ignored."""
    return bool(desk[NODES] >= desk[LIMIT])


def too_long(desk: Desk, ply: int) -> bool:
    """Stop a search whose line grows without end because nature never lets a player move; return whether it did."""
    if ply < MOST_PLIES:
        return False
    desk[FAULT] = ENDLESS_CHANCES
    desk[LIMIT] = 0
    return True


def wrong_odds(desk: Desk, total: float) -> bool:
    """Stop a search where nature's probabilities do not sum to 1, since an average would be meaningless."""
    if abs(total - 1) <= TOLERANCE:
        return False
    desk[FAULT] = WRONG_ODDS
    desk[LIMIT] = 0
    return True


def end_line(desk: Desk, depth: int) -> None:
    """End the principal variation in this position."""
    desk[PV + (desk[FIRST_ROW] + depth) * desk[ROW_WIDTH]] = 0


def extend_line(desk: Desk, depth: int, move: int) -> None:
    """Set this position's principal variation to this move followed by the child's."""
    row = PV + (desk[FIRST_ROW] + depth) * desk[ROW_WIDTH]
    child = row - desk[ROW_WIDTH]
    length = desk[child]
    desk[row] = length + 1
    desk[row + 1] = move
    copy(desk, row + 2, child + 1, length)


def record(desk: Desk, move: int, score: Any, bound: int) -> None:
    """Record a completed root move."""
    place = desk[ROOTS] + 3 * desk[DONE]
    desk[place] = move
    put(desk, place + 1, score)
    desk[place + 2] = bound
    desk[DONE] += 1


def bound_of(score: Any, alpha: Any, beta: Any) -> int:
    """Return what kind of bound a score returned from this window is."""
    if score <= alpha:
        return UPPER
    return LOWER if score >= beta else EXACT


def set_up(
    depth: int,
    root_moves: int,
    players: int,
    weights: Any,
    array: bool,
    nodes: int = HIGHEST,
    open_root: bool = False,
    keep: Keep | None = None,
) -> Desk:
    """Return a desk for one search: an array for a compiled one, a list for a plain one."""
    deepening = keep.deepening_depth if keep else 0
    width = max(depth, deepening) + 2
    roots = PV + (depth + deepening + 2) * width
    rates = roots + 3 * root_moves
    scores = rates + depth + 1
    children = scores + players
    size = children + (2 * MOST_MOVES * (depth + 1) if keep else 0)
    desk: Desk = np.zeros(size, np.int64) if array else [0] * size
    lay_out(desk, weights, array)
    desk[LIMIT], desk[ROOT], desk[OPEN] = nodes, depth, depth if open_root else -1
    desk[FIRST_ROW], desk[ROW_WIDTH] = deepening + 1, width
    desk[ROOTS], desk[RATES], desk[SCORES], desk[CHILDREN] = roots, rates, scores, children
    if keep:
        desk[KEEP_LEAST], desk[DEEPENING] = keep.least, deepening
        for ply in range(depth + 1):
            floats(desk)[rates + ply] = keep.rate_at(ply)
    return desk


def lay_out(desk: Desk, weights: Any, array: bool) -> None:
    """Put the evaluation's weights where a search finds them; the array must outlive the search."""
    desk[WEIGHTS] = weights.ctypes.data if array else weights


def floats(desk: Desk) -> Desk:
    """Return the desk's words viewed as floats."""
    return desk if isinstance(desk, list) else desk.view(np.float64)


def pv_of(desk: Desk, depth: int) -> tuple[int, ...]:
    """Return the root's principal variation."""
    row = PV + (int(desk[FIRST_ROW]) + depth) * int(desk[ROW_WIDTH])
    return tuple(int(move) for move in desk[row + 1 : row + 1 + int(desk[row])])


def roots_of(desk: Desk, is_float: bool) -> Iterator[tuple[int, Any, str]]:
    """Yield the completed root moves: move, score, bound."""
    words = floats(desk) if is_float else desk
    for place in range(int(desk[ROOTS]), int(desk[ROOTS]) + 3 * int(desk[DONE]), 3):
        yield int(desk[place]), words[place + 1], BOUNDS[int(desk[place + 2])]


def scores_of(desk: Desk, players: int) -> tuple[Any, ...]:
    """Return each player's score found by max-n."""
    return tuple(floats(desk)[int(desk[SCORES]) : int(desk[SCORES]) + players])
