"""What a position is worth without a search: its result, an evaluation, or the game's bounds."""

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.compiler.plain import Desk
from kibitz.game import Game
from kibitz.search.engine.desk import DRAW, GUESSED
from kibitz.search.engine.scoring import Width, bounder, end_scorer
from kibitz.search.engine.techniques import IN_BOUNDS


class Leaf(NamedTuple):
    """The functions that score a position as it stands, for the player to move."""

    any_move: Callable[[Any], bool]
    finished: Callable[[Any, int, int, Desk], int]
    judge: Callable[[Any, int, int, int, int, Desk], int]
    settled: Callable[[Any, int, int, int, Desk], int]


def leaf_of(game: Game[Any], width: Width, guess: Callable[[Any, int, Desk], int]) -> Leaf:
    """Make the functions that score a position as it stands; `guess` does where the game goes on."""
    moves = game.rules.moves
    end_score = end_scorer(game, width)
    is_forgetful = game.repetition > 0 and game.rules.key is not None

    def any_move(p: Any) -> bool:
        for _ in moves(p):
            return True
        return False

    def finished(p: Any, mover: int, ply: int, desk: Desk) -> int:
        """Score a position that is over by the rules."""
        score = end_score(p, mover, ply, desk)
        if is_forgetful:
            # A draw may depend on what the key leaves out, such as a move counter.
            desk[GUESSED] = 1 if score == (desk[DRAW] if mover == 0 else -desk[DRAW]) else 0
        return score

    def judge(p: Any, mover: int, ply: int, low: int, high: int, desk: Desk) -> int:
        """Score a position at the horizon; one without a move is over."""
        if any_move(p):
            desk[GUESSED] = 1
            return min(max(guess(p, mover, desk), low), high)
        return end_score(p, mover, ply, desk)

    def settled(p: Any, mover: int, ply: int, score: int, desk: Desk) -> int:
        """Return a guessed score, unless the position has no move."""
        if any_move(p):
            desk[GUESSED] = 1
            return score
        return end_score(p, mover, ply, desk)

    return Leaf(any_move, finished, judge, settled)


class Window(NamedTuple):
    """The functions that compare a search's window with what a position can be worth."""

    limits: Callable[[Any, int, Desk], tuple[int, int]]
    narrowed: Callable[[int, int, int, int, int, int], tuple[int, int]]


def window_of(game: Game[Any], width: Width) -> Window:
    """Make the functions that narrow a window to what a position can be worth."""
    has_bounds, points = game.rules.bounds is not None and game.objective == "score", game.objective == "score"
    bounds, win, worst = bounder(game, width), width.win, width.worst

    def limits(p: Any, mover: int, desk: Desk) -> tuple[int, int]:
        """Return the least and the greatest score that the game considers possible from here."""
        if has_bounds:
            return bounds(p, mover, desk)
        return worst, -worst

    def narrowed(alpha: int, beta: int, low: int, high: int, ply: int, use: int) -> tuple[int, int]:
        """Return the possible part of the window; if it is empty, it starts with the score."""
        if has_bounds:
            if use & IN_BOUNDS:
                if low >= high:
                    return low, low
                if high <= alpha:
                    return high, high
                return max(alpha, low), min(beta, high)
        elif not points:
            # No win comes before the next move, no loss before now.
            if use & IN_BOUNDS:
                return max(alpha, ply - win), min(beta, win - ply - 1)
        return alpha, beta

    return Window(limits, narrowed)
