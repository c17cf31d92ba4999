"""Pruning: which moves and positions the engine does not search, or searches less deep, because a guess says so.

    futility     a position so far above the window that a margin for each ply cannot bring it back is cut
    razoring     one so far below it is only searched for captures and the like
    null move    one in which even passing the turn is good enough is cut
    late moves   near the leaves only the first moves count; further up the later ones are searched less deep

None of it is used in exact mode, in a window that is open, in urgent positions, or near a win.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kibitz.compiler.plain import Desk
from kibitz.game import Game
from kibitz.search.engine.desk import USE
from kibitz.search.engine.scoring import Width, margin_of, mover_of
from kibitz.search.engine.techniques import IN_REDUCTIONS

FUTILITY_DEPTH = 6
RAZOR_DEPTH = 2
NULL_DEPTH = 3
LATE_DEPTH = 4  # up to here only the first moves count
REDUCTION_DEPTH, REDUCTION_MOVES = 3, 3  # the first moves are searched in full
REDUCTIONS = np.array(  # by depth and number of the move
    [[int(0.8 + math.log(max(depth, 1)) * math.log(max(number, 1)) / 2) for number in range(64)] for depth in range(32)]
)


class Pruning(NamedTuple):
    """The functions that decide what is not searched. `static` is what the evaluation says to the player to move."""

    what_stays: Callable[[int, int, bool], int]
    is_lost: Callable[[int, int, int], bool]
    null_depth: Callable[[int, int, int], int]
    is_late: Callable[[int, int, int, int, bool], bool]
    reduction_of: Callable[[int, int, bool, bool, Desk], int]


def pruning_of(game: Game[Any], width: Width) -> Pruning:
    """Make the functions that decide what is not searched in a game."""
    margin, moved, has_margin = margin_of(game, width), mover_of(width), game.rules.margin > 0

    def what_stays(static: int, depth: int, rising: bool) -> int:
        """Return what is left of an evaluation after a margin for each ply."""
        return moved(static, -margin * (depth - 1 if rising else depth))

    def is_lost(static: int, depth: int, alpha: int) -> bool:
        """Return whether an evaluation lies so far below the window that only a capture can help."""
        return moved(static, margin * (1 + 2 * depth)) <= alpha

    def null_depth(static: int, depth: int, beta: int) -> int:
        """Return how deep to search after passing the turn; less deep the further the evaluation is above."""
        less = 4 + depth // 4
        if has_margin:
            for steps in (2, 4):
                if static >= moved(beta, steps * margin):
                    less += 1
        return depth - less

    def is_late(static: int, depth: int, number: int, alpha: int, rising: bool) -> bool:
        """Return whether a quiet move of this number has no hope near the leaves."""
        late_from = 3 + depth * depth if rising else (3 + depth * depth) // 2
        return moved(static, margin * (1 + depth)) <= alpha or depth <= LATE_DEPTH and number > late_from

    def reduction_of(depth: int, number: int, narrow: bool, rising: bool, desk: Desk) -> int:
        """Return how many plies less deep a late move is searched at first."""
        if depth < REDUCTION_DEPTH or number < REDUCTION_MOVES or not desk[USE] & IN_REDUCTIONS:
            return 0
        reduction = int(REDUCTIONS[min(depth, 31), min(number, 63)])
        if reduction and not narrow:
            reduction -= 1
        if reduction and not rising:
            reduction += 1
        return reduction

    return Pruning(what_stays, is_lost, null_depth, is_late, reduction_of)
