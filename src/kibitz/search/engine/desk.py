"""The engine's desk: what one of its threads changes while it runs, in one row of 64-bit words (see `desk`).

words      0 … 159     named below, or in `desk`
HISTORY    how often a player's move caused a cutoff, less how often it was tried before one that did
REPLIES    the same for a move after another one, that of the opponent or the player's own before it
KEYS       keys of the positions played before the search, then of the line being searched
SEEN       how many of those keys end in these bits
REFUTED    Monte Carlo: moves that are proven to win somewhere in the tree
RATES      the keep rate at each ply
LINE       the move played at each ply of the line; NO_MOVE where the turn was passed
STATIC     the evaluation at each ply of the line, for player 0; NOT_ASKED where there is none
PV         a row per ply: [length, move, move, …]
ROOTS      a row per root move: [move, score, bound, nodes, depth, length, move, move, …]
DONE       the same rows as they were when the last depth was completed
LOG        a row per completed depth: [depth, seldepth, score, guessed, nodes, length, move, …]
STACK      the moves of each position on the line, and their order words
KEPT       what both players saw of the last position that was evaluated by a net: features and hidden row
"""

from typing import Any, NamedTuple

import numpy as np

from kibitz.compiler.plain import Desk, copy
from kibitz.model import KEPT_WORDS, Memory
from kibitz.search.desk import BOUNDS, HIGHEST, LIMIT, MOST_DEPTH, NODES

GUESSED = 20  # 1: the score just returned rests on an evaluation, a filter or a repetition
USE = 21  # the techniques in use, a bit each
SELDEPTH = 22  # the longest line so far
TABLE = 23  # the address of the table
BUSY = 24  # where threads record what they are searching; 0 with one thread
TOP = 25  # the first free word of the stack
ROOT_COUNT = 26  # moves at the root
WANTED_LINES = 27  # how many moves need an exact score
DEPTH_NOW = 28  # the depth being searched
DEPTH_DONE = 29  # the last completed depth
FIRST_DEPTH = 30  # the depth to start with
NODE_LIMIT = 31  # the value of LIMIT once there is a first answer
LAST = 32  # 1: do not start another depth
LOGGED = 33  # rows in the log
BEFORE = 34  # keys of positions played before
REPETITION = 35  # the occurrence at which a position is a draw; 0: never
KEEP_LEAST = 36  # RB's filter: the least number of moves it keeps
KEEPING = 37  # 1: the filter is on
LOW, HIGH = 38, 39  # solving: the known bounds of the score
SEEN_WITH = 40  # the address of the weights with which KEPT was seen; 0: nothing is kept
NULLED = 42  # the ply that was reached by passing the turn
SPREAD = 43  # how far the score moved from depth to depth
SOLVING = 44  # 1: halve LOW to HIGH until they meet, instead of searching depth after depth
SALT = 45  # mixed into keys, so that a search does not see what others stored
TOTAL = 47  # what the utilities sum to, a float
OTHER_TOTAL = 48  # a different sum found at some end, a float
DRAW = 49  # what a drawn game is worth to player 0
ME = 50  # averaging: whose score is searched
MODEL = 51  # averaging: how the other players choose; see `others`
SHARE = 52  # averaging: with which probability they play best, a float
LEAST_ODDS = 53  # averaging: a line less likely than this is evaluated, a float
HELD = 54  # averaging: four floats that hold evaluations inside the utilities; see `held`
END_LOW, END_HIGH = 61, 62  # averaging: the utilities for which evaluations are held, floats
EVALUATIONS = 58  # averaging: positions evaluated
HORIZON = 60  # averaging: 1: some position was evaluated because of the depth, not only because it is unlikely
REVERSED = 59  # averaging: 1: this thread takes outcomes in the opposite order
WRITES = 46  # counts the changes of ROOTS, at their start and end: odd while one is in progress
TREE_USED = 64  # Monte Carlo: the first free word of the tree, whose address is in TABLE
TREE_END = 65  # Monte Carlo: the end of the tree
OLD_TREE, OLD_NODE = 66, 67  # Monte Carlo: the last search's tree, and the node in it to go on from; 0: none
VISIT_LIMIT = 68  # Monte Carlo: the most simulations
DRAWN = 69  # Monte Carlo: random numbers drawn so far
SEED = 70  # Monte Carlo: what the random numbers depend on
PLAYOUTS = 71  # Monte Carlo: the share of playouts in a value, against that of the evaluation, a float
SIMULATION = 72  # Monte Carlo: the number of the simulation
SQUARES = 73  # Monte Carlo: the sum of the squared values at the root, a float
GUESS_SCALE = 75  # Monte Carlo: the evaluation that is half a win, a float
WIDEST = 76  # Monte Carlo: the spread of values; 0.0: as found at the root, a float
VALUES = 96  # Monte Carlo: what the last simulation was worth to each player, floats
SUMS = 128  # what all simulations were worth to each player, or their scores by max-n, floats

ENGINE_MOVES = 4000
"""The most moves a position may have: a table entry has room for their number."""
MOST_PLY = 600
"""The greatest length of a line: the deepest search with its extensions."""
ROOT_LINE = 64  # moves kept of a root move's line
ROOT_ROW = 6 + ROOT_LINE
LOG_LINE = 120
LOG_ROW = 6 + LOG_LINE
HISTORY_SIZE = 1 << 12
REPLIES_SIZE = 1 << 15
SEEN_SIZE = 1 << 12
MOST_BEFORE = 4096
STACK_SIZE = 1 << 18
BUSY_SIZE = 1 << 15
NOT_ASKED = -(1 << 62)
NO_MOVE = -1
MOST_VALUES = 32
"""The most players of a Monte Carlo search."""

HISTORY = SUMS + MOST_VALUES
REPLIES = HISTORY + 2 * HISTORY_SIZE
KEYS = REPLIES + REPLIES_SIZE
SEEN = KEYS + MOST_BEFORE + MOST_PLY
REFUTED = SEEN + SEEN_SIZE
RATES = REFUTED + HISTORY_SIZE
LINE = RATES + MOST_PLY
STATIC = LINE + MOST_PLY
ROUND = STATIC  # best reply: the state of the round at each ply of the line
PV = STATIC + MOST_PLY
ROOTS = PV + MOST_PLY * MOST_PLY
DONE = ROOTS + ENGINE_MOVES * ROOT_ROW
LOG = DONE + ENGINE_MOVES * ROOT_ROW
STACK = LOG + (MOST_DEPTH + 1) * LOG_ROW
STACK_END = STACK + STACK_SIZE
KEPT = STACK_END + 3 * ENGINE_MOVES
SIZE = KEPT + KEPT_WORDS
MEMORY = Memory(SEEN_WITH, KEPT)


def new_desk(array: bool) -> Desk:
    """Return a desk for one thread of the engine."""
    desk: Desk = np.zeros(SIZE, np.int64) if array else [0] * SIZE
    desk[LIMIT], desk[NODE_LIMIT], desk[TOP] = HIGHEST, HIGHEST, STACK
    desk[WANTED_LINES], desk[FIRST_DEPTH] = 1, 1
    return desk


def enter(ply: int, desk: Desk) -> None:
    """Count a node, and start with an empty line and a certain score."""
    desk[NODES] += 1
    desk[GUESSED] = 0
    end_line(desk, ply)
    desk[SELDEPTH] = max(desk[SELDEPTH], ply)


def end_line(desk: Desk, ply: int) -> None:
    """End the principal variation in this position."""
    desk[PV + ply * MOST_PLY] = 0


def extend_line(desk: Desk, ply: int, move: int) -> None:
    """Set this position's principal variation to this move followed by the child's."""
    row = PV + ply * MOST_PLY
    length = desk[row + MOST_PLY]
    desk[row] = length + 1
    desk[row + 1] = move
    copy(desk, row + 2, row + MOST_PLY + 1, length)


def start_line(desk: Desk, ply: int, move: int) -> None:
    """Set this position's principal variation to this move alone."""
    desk[PV + ply * MOST_PLY] = 1
    desk[PV + ply * MOST_PLY + 1] = move


def note_static(desk: Desk, ply: int, mover: int, static: int, asked: bool) -> bool:
    """Record the evaluation for the player to move, if there is one.

    Return whether it is higher than two plies before; also if either is unknown.
    """
    desk[STATIC + ply] = (static if mover == 0 else -static) if asked else NOT_ASKED
    before = desk[STATIC + ply - 2] if ply > 1 else NOT_ASKED
    return bool(not asked or before == NOT_ASKED or static > (before if mover == 0 else -before))


def note_root(desk: Desk, number: int, score: int, bound: int, nodes: int, depth: int) -> None:
    """Record what was found about a root move, with its child's line."""
    row = ROOTS + number * ROOT_ROW
    length = min(desk[PV + MOST_PLY], ROOT_LINE)
    desk[WRITES] += 1
    desk[row + 1], desk[row + 2], desk[row + 3] = score, bound, nodes
    desk[row + 4], desk[row + 5] = depth, length
    copy(desk, row + 6, PV + MOST_PLY + 1, length)
    desk[WRITES] += 1


def keep_roots(desk: Desk) -> None:
    """Save what was found about the root moves, because a depth is complete."""
    desk[WRITES] += 1
    copy(desk, DONE, ROOTS, desk[ROOT_COUNT] * ROOT_ROW)
    desk[WRITES] += 1


def line_in(desk: Desk, place: int) -> tuple[int, ...]:
    """Return a line stored as its length, then its moves."""
    return tuple(int(move) for move in desk[place + 1 : place + 1 + int(desk[place])])


class Root(NamedTuple):
    """What was found about a root move."""

    move: int
    score: int
    bound: str
    depth: int
    line: tuple[int, ...]


def roots_in(desk: Desk, place: int) -> list[Root]:
    """Return the root moves in their order, as they are now (ROOTS) or were after the last depth (DONE).

    They are read again if a search has changed them in the meantime.
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
    """Return the log entry of a completed depth."""
    row = LOG + number * LOG_ROW
    names = ("depth", "seldepth", "score", "guessed", "nodes")
    values = {name: int(desk[row + i]) for i, name in enumerate(names)}
    return {**values, "pv": line_in(desk, row + 5)}
