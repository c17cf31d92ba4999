"""The engine's techniques, one entry each: its name, what it does, and whether exact mode can use it.

The bits of one word, USE on the desk, tell a search which ones are on.
"""

from typing import NamedTuple


class Technique(NamedTuple):
    """Something that makes the engine faster or stronger, and can be switched off by name."""

    name: str
    about: str
    exact: bool = True  # the score remains minimax's at that depth


TECHNIQUES = (
    Technique("table", "the transposition table"),
    Technique("priority", "the game's own order of moves"),
    Technique("history", "moves that caused cutoffs elsewhere come first"),
    Technique("deepening", "internal iterative deepening: a shallower search finds the move to try first"),
    Technique("transpositions", "enhanced transposition cutoffs: all children are looked up before one is searched"),
    Technique("reductions", "late move reductions: late moves are searched less deeply at first", exact=False),
    Technique("null-move", "null-move pruning: if passing the turn is good enough, so is a move", exact=False),
    Technique("quiescence", "at the horizon, noisy moves are followed until the position is quiet", exact=False),
    Technique("futility", "near the leaves, positions a margin outside the window are cut off", exact=False),
    Technique("bounds", "the game's own bounds narrow the window"),
    Technique("symmetries", "equivalent positions share an entry of the table"),
    Technique("urgent", "urgent positions are searched a ply deeper", exact=False),
    Technique("aspiration", "aspiration windows: each depth starts with a window around the last score"),
)
NAMES = tuple(technique.name for technique in TECHNIQUES)
BIT = {name: 2 << number for number, name in enumerate(NAMES)}

IN_EXACT = 1
"""The bit for exact mode."""
IN_TABLE, IN_PRIORITY, IN_HISTORY, IN_DEEPENING, IN_TRANSPOSITIONS, IN_REDUCTIONS, IN_NULL_MOVE, *_rest = BIT.values()
IN_QUIESCENCE, IN_FUTILITY, IN_BOUNDS, IN_SYMMETRIES, IN_URGENT, IN_ASPIRATION = _rest
