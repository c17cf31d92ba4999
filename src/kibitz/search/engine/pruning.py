"""Pruning: which moves and positions the engine skips, or searches less deeply, because an estimate says so.

    futility     a position so far above the window that a margin per ply cannot bring it back is cut off
    razoring     one so far below the window is searched only for captures and the like
    unguided     a position for which the table has no move is searched a ply less (internal iterative reductions)
    null move    a position in which even passing the turn is good enough is cut off
    late moves   near the leaves only the first moves count; further up the later ones are reduced

None of this is used in exact mode. Futility, razoring and the null move are not used with an open window, in urgent
positions or near a win either. Late moves are not reduced in urgent positions, at the root only where there is a
quiescence search, and by a ply less with an open window.
"""

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
LATE_DEPTH = 4  # up to this depth only the first moves count
REDUCTION_DEPTH, REDUCTION_MOVES = 3, 3  # the first moves are searched to full depth
STEP, STEP_OF_LEAVES = 2.0, 1.2
"""By how much log(depth) × log(move number) grows for each ply of reduction: with a quiescence search, and without."""
UNGUIDED_DEPTH = 4  # from this depth on, a position for which the table has no move is searched a ply less


class Pruning(NamedTuple):
    """The functions that decide what is not searched. `static` is the evaluation for the player to move."""

    what_stays: Callable[[int, int, bool], int]
    is_lost: Callable[[int, int, int], bool]
    null_depth: Callable[[int, int, int], int]
    is_late: Callable[[int, int, int, int, bool], bool]
    reduction_of: Callable[[int, int, bool, bool, Desk], int]


def reductions_for(step: float) -> "np.ndarray[Any, Any]":
    """Return by how many plies a move is reduced, by depth and move number."""
    depths, numbers = (np.log(np.maximum(np.arange(most), 1)) for most in (32, 64))
    return (0.8 + np.outer(depths, numbers) / step).astype(np.int64)


def pruning_of(game: Game[Any], width: Width) -> Pruning:
    """Make the functions that decide what is not searched in a game."""
    margin, moved, has_margin = margin_of(game, width), mover_of(width), game.rules.margin > 0
    reductions = reductions_for(STEP_OF_LEAVES if game.rules.noisy is None else STEP)

    def what_stays(static: int, depth: int, rising: bool) -> int:
        """Return what remains of an evaluation after a margin per ply."""
        return moved(static, -margin * (depth - 1 if rising else depth))

    def is_lost(static: int, depth: int, alpha: int) -> bool:
        """Return whether an evaluation is so far below the window that only a capture can help."""
        return moved(static, margin * (1 + 2 * depth)) <= alpha

    def null_depth(static: int, depth: int, beta: int) -> int:
        """Return how deep to search after a null move; less deep the further the evaluation is above beta."""
        less = 4 + depth // 4
        if has_margin:
            for steps in (2, 4):
                if static >= moved(beta, steps * margin):
                    less += 1
        return depth - less

    def is_late(static: int, depth: int, number: int, alpha: int, rising: bool) -> bool:
        """Return whether a quiet move with this number has no hope near the leaves."""
        late_from = 3 + depth * depth if rising else (3 + depth * depth) // 2
        return moved(static, margin * (1 + depth)) <= alpha or depth <= LATE_DEPTH and number > late_from

    def reduction_of(depth: int, number: int, narrow: bool, rising: bool, desk: Desk) -> int:
        """Return by how many plies a late move is reduced at first."""
        if depth < REDUCTION_DEPTH or number < REDUCTION_MOVES or not desk[USE] & IN_REDUCTIONS:
            return 0
        reduction = int(reductions[min(depth, 31), min(number, 63)])
        if reduction and not narrow:
            reduction -= 1
        if reduction and not rising:
            reduction += 1
        return reduction

    return Pruning(what_stays, is_lost, null_depth, is_late, reduction_of)
