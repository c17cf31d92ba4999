"""The engine's techniques, one entry each: its name, what it does, and whether exact mode can use it.

The bits of one word, USE on the desk, tell a search which ones are on.
"""

from typing import NamedTuple


class Technique(NamedTuple):
    """Something that makes the engine faster or stronger, and can be switched off by name."""

    name: str
    about: str
    exact: bool  # the score remains minimax's at that depth


TECHNIQUES: dict[str, Technique] = {}
BIT: dict[str, int] = {}


def technique(name: str, about: str, exact: bool = True) -> int:
    """Add a technique, and return its bit."""
    TECHNIQUES[name], BIT[name] = Technique(name, about, exact), 2 << len(BIT)
    return BIT[name]


IN_EXACT = 1
"""The bit for exact mode."""
IN_TABLE = technique("table", "the transposition table")
IN_PRIORITY = technique("priority", "the game's own order of moves")
IN_HISTORY = technique("history", "moves that caused cutoffs elsewhere come first")
IN_REPLIES = technique("replies", "moves that caused cutoffs after the same earlier moves come first")
IN_DEEPENING = technique("deepening", "internal iterative deepening: a shallower search finds the move to try first")
IN_TRANSPOSITIONS = technique(
    "transpositions", "enhanced transposition cutoffs: all children are looked up before one is searched"
)
IN_REDUCTIONS = technique(
    "reductions",
    "late moves are searched less deeply at first, and so are positions for which the table has no move",
    exact=False,
)
IN_NULL_MOVE = technique(
    "null-move", "null-move pruning: if passing the turn is good enough, so is a move", exact=False
)
IN_QUIESCENCE = technique(
    "quiescence", "at the horizon, noisy moves are followed until the position is quiet", exact=False
)
IN_FUTILITY = technique("futility", "near the leaves, positions a margin outside the window are cut off", exact=False)
IN_BOUNDS = technique("bounds", "the game's own bounds narrow the window")
IN_SYMMETRIES = technique("symmetries", "equivalent positions share an entry of the table")
IN_URGENT = technique("urgent", "urgent positions are searched a ply deeper", exact=False)
IN_ASPIRATION = technique("aspiration", "aspiration windows: each depth starts with a window around the last score")
IN_STAR1 = technique("star1", "Star1: outcomes are cut off when the rest cannot bring the average into the window")
IN_STAR2 = technique("star2", "Star2: before that, one move after each outcome is tried, to know the average better")
IN_ODDS = technique("odds", "lines that are very unlikely are evaluated instead of searched", exact=False)
IN_SIMILAR = technique(
    "amaf", "Monte Carlo: all moves as first; a move's value is also judged by simulations that play it later"
)
IN_LOOKAHEAD = technique("lookahead", "Monte Carlo: the moves of a new node are tested for the end of the game")
IN_POLICY = technique("policy", "Monte Carlo: the game's `policy` guides the tree and the playouts")
IN_REUSE = technique("reuse", "Monte Carlo: the tree is kept from move to move")
IN_WEIGHTS = technique(
    "weights",
    "Monte Carlo: playouts follow the weights of the game's `policy`; without it they only avoid weights of 0",
)
