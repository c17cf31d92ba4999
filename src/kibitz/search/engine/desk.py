"""The engine's desk: what one thread of it changes while it runs, in one row of 64-bit words (see `desk`).

words      0 … 63      named below, or in `desk`
HISTORY    how often a player's move has cut, less how often it was tried before one that did
KEYS       keys of the positions played before the search, then of the line that is searched
SEEN       how many of those keys have these last bits
RATES      the keep rate at each ply
STATIC     what the evaluation says at each ply of the line, for player 0; NOT_ASKED where it was not asked
PV         a row a ply: [length, move, move, …]
ROOTS      a row a move of the root: [move, score, bound, nodes, depth, length, move, move, …]
DONE       the same rows as they were when the last depth was completed
LOG        a row a completed depth: [depth, seldepth, score, guessed, nodes, length, move, …]
STACK      the moves of each position on the line, and their order words
"""

from typing import Any, NamedTuple

import numpy as np

from kibitz.compiler.plain import Desk, copy
from kibitz.search.desk import BOUNDS, HIGHEST, LIMIT, MOST_DEPTH

GUESSED = 20  # 1: the score just returned rests on an evaluation, a filter or a repetition
USE = 21  # which techniques are on, a bit each
SELDEPTH = 22  # the longest line so far
TABLE = 23  # where the table lies
BUSY = 24  # where the threads note what they search; 0 for one thread
TOP = 25  # the first free word of the stack
ROOT_COUNT = 26  # moves at the root
WANTED_LINES = 27  # how many moves shall get an exact score
DEPTH_NOW = 28  # the depth that is being searched
DEPTH_DONE = 29  # the last one completed
FIRST_DEPTH = 30  # the one to start with
NODE_LIMIT = 31  # LIMIT once there is a first answer
LAST = 32  # 1: do not begin another depth
LOGGED = 33  # rows in the log
BEFORE = 34  # keys of positions played before
REPETITION = 35  # at which occurrence a position is a draw; 0: never
KEEP_LEAST = 36  # RB's filter, on top: how many moves it keeps at least
KEEPING = 37  # 1: it is on
LOW, HIGH = 38, 39  # solving: what the score is known to lie between
NULLED = 42  # the ply that was reached by passing the turn
SPREAD = 43  # how far the score moved from depth to depth
SOLVING = 44  # 1: halve LOW to HIGH until they meet, instead of searching depth after depth
SALT = 45  # what keys are mixed with, so that a search does not see what others stored
TOTAL = 47  # what the utilities sum to, a float
OTHER_TOTAL = 48  # what they sum to in an end where that is something else, a float
DRAW = 49  # what a drawn game is worth to player 0
WRITES = 46  # counts the changes of ROOTS, at their beginning and end: odd while one goes on

ENGINE_MOVES = 4000
"""How many moves a position may have: a table's entry has room for their number."""
MOST_PLY = 600
"""How long a line may get: the deepest search with its extensions."""
ROOT_LINE = 64  # moves kept of a root move's line
ROOT_ROW = 6 + ROOT_LINE
LOG_LINE = 120
LOG_ROW = 6 + LOG_LINE
HISTORY_SIZE = 1 << 12
SEEN_SIZE = 1 << 12
MOST_BEFORE = 4096
STACK_SIZE = 1 << 18
BUSY_SIZE = 1 << 15
NOT_ASKED = -(1 << 62)

HISTORY = 64
KEYS = HISTORY + 2 * HISTORY_SIZE
SEEN = KEYS + MOST_BEFORE + MOST_PLY
RATES = SEEN + SEEN_SIZE
STATIC = RATES + MOST_PLY
PV = STATIC + MOST_PLY
ROOTS = PV + MOST_PLY * MOST_PLY
DONE = ROOTS + ENGINE_MOVES * ROOT_ROW
LOG = DONE + ENGINE_MOVES * ROOT_ROW
STACK = LOG + (MOST_DEPTH + 1) * LOG_ROW
STACK_END = STACK + STACK_SIZE
SIZE = STACK_END + 3 * ENGINE_MOVES


def new_desk(array: bool) -> Desk:
    """Make a desk for one thread of the engine."""
    desk: Desk = np.zeros(SIZE, np.int64) if array else [0] * SIZE
    desk[LIMIT], desk[NODE_LIMIT], desk[TOP] = HIGHEST, HIGHEST, STACK
    desk[WANTED_LINES], desk[FIRST_DEPTH] = 1, 1
    return desk


def end_line(desk: Desk, ply: int) -> None:
    """Note that the principal variation ends in this position."""
    desk[PV + ply * MOST_PLY] = 0


def extend_line(desk: Desk, ply: int, move: int) -> None:
    """Make this move, followed by the child's principal variation, the one of this position."""
    row = PV + ply * MOST_PLY
    length = desk[row + MOST_PLY]
    desk[row] = length + 1
    desk[row + 1] = move
    copy(desk, row + 2, row + MOST_PLY + 1, length)


def note_static(desk: Desk, ply: int, mover: int, static: int, asked: bool) -> bool:
    """Note what the evaluation says to the player to move, if it was asked.

    Return whether that is more than it was two plies before; also if either is not known.
    """
    desk[STATIC + ply] = (static if mover == 0 else -static) if asked else NOT_ASKED
    before = desk[STATIC + ply - 2] if ply > 1 else NOT_ASKED
    return bool(not asked or before == NOT_ASKED or static > (before if mover == 0 else -before))


def note_root(desk: Desk, number: int, score: int, bound: int, nodes: int, depth: int) -> None:
    """Note what was found of a root move, with the line of its child."""
    row = ROOTS + number * ROOT_ROW
    length = min(desk[PV + MOST_PLY], ROOT_LINE)
    desk[WRITES] += 1
    desk[row + 1], desk[row + 2], desk[row + 3] = score, bound, nodes
    desk[row + 4], desk[row + 5] = depth, length
    copy(desk, row + 6, PV + MOST_PLY + 1, length)
    desk[WRITES] += 1


def keep_roots(desk: Desk) -> None:
    """Keep what was found of the root moves, because a depth is completed."""
    desk[WRITES] += 1
    copy(desk, DONE, ROOTS, desk[ROOT_COUNT] * ROOT_ROW)
    desk[WRITES] += 1


def line_in(desk: Desk, place: int) -> tuple[int, ...]:
    """Read a line: its length, then its moves."""
    return tuple(int(move) for move in desk[place + 1 : place + 1 + int(desk[place])])


class Root(NamedTuple):
    """What was found of a root move."""

    move: int
    score: int
    bound: str
    depth: int
    line: tuple[int, ...]


def roots_in(desk: Desk, place: int) -> list[Root]:
    """Read the root moves in their order, as they are now (ROOTS) or were at the end of the last depth (DONE).

    They are read again if a search has changed them meanwhile.
    """
    while True:
        before = int(desk[WRITES])
        found = []
        for number in range(int(desk[ROOT_COUNT])):
            row = place + number * ROOT_ROW
            move, score, bound, _, depth = (int(item) for item in desk[row : row + 5])
            found.append(Root(move, score, BOUNDS[bound], depth, (move, *line_in(desk, row + 5))))
        if before % 2 == 0 and before == desk[WRITES]:
            return found


def log_in(desk: Desk, number: int) -> dict[str, Any]:
    """Read what was noted of a completed depth."""
    row = LOG + number * LOG_ROW
    names = ("depth", "seldepth", "score", "guessed", "nodes")
    values = {name: int(desk[row + i]) for i, name in enumerate(names)}
    return {**values, "pv": line_in(desk, row + 5)}
