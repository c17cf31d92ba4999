"""What a position is worth without a search, to the deciding player, where outcomes are averaged.

Scores are floats. An evaluation is held inside the utilities (`held`) and inside the game's bounds.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.compiler.plain import Desk, get, put, unordered
from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.desk import BAD_BANK, BAD_BOUNDS, HIGHEST, OUT_OF_RANGE
from kibitz.search.engine.desk import DRAW, END_HIGH, END_LOW, EVALUATIONS, GUESSED, HELD, ME, OTHER_TOTAL, USE
from kibitz.search.engine.scoring import fault
from kibitz.search.engine.techniques import IN_BOUNDS
from kibitz.search.evaluator import evaluator

OPEN_LOW, OPEN_HIGH = float(-HIGHEST), float(HIGHEST)
"""An open window."""


class Worth(NamedTuple):
    """The functions that score a position as it stands."""

    limits: Callable[[Any, Desk], tuple[float, float]]
    ended: Callable[[Any, Desk], float]
    leaf: Callable[[Any, Desk], float]
    drawn: Callable[[Desk], float]
    collected: Callable[[Any, Desk], float]


def has_limits(game: Game[Any]) -> bool:
    """Return whether no score leaves the game's bounds; without chance they may hold under best play alone."""
    return game.rules.bounds is not None and game.rules.chances is not None


def worth_of(game: Game[Any]) -> Worth:
    """Make the functions that score a position as it stands."""
    turn, moves, is_over, utility = game.rules.turn, game.rules.moves, game.rules.is_over, game.rules.utility
    bounds, banked, evaluate = game.rules.bounds, game.rules.banked, evaluator(game)
    has_bounds, has_chances = has_limits(game), game.rules.chances is not None
    has_bank, is_scored = banked is not None, game.objective == "score"

    def limits(p: Any, desk: Desk) -> tuple[float, float]:
        """Return the least and the greatest score that the game considers possible from here."""
        low, high = OPEN_LOW, OPEN_HIGH
        if has_bounds:
            if desk[USE] & IN_BOUNDS:
                least, most = bounds(p, desk[ME])  # type: ignore[misc]
                low, high = float(least), float(most)
                if not OPEN_LOW <= low <= high <= OPEN_HIGH:
                    fault(desk, BAD_BOUNDS)
        return low, high

    def ended(p: Any, desk: Desk) -> float:
        """Return what a finished game is worth; stop if evaluations were not held for such a utility."""
        score = float(utility(p, desk[ME]))
        if not is_scored:
            if score < get(desk, END_LOW, 1.0) or score > get(desk, END_HIGH, 1.0):
                put(desk, OTHER_TOTAL, score)
                fault(desk, OUT_OF_RANGE)
        return score

    def guess(p: Any, desk: Desk) -> float:
        """Evaluate a position: inside the utilities, and inside the game's bounds."""
        desk[GUESSED] = 1
        desk[EVALUATIONS] += 1
        score = float(evaluate(p, desk[ME], desk))
        if not is_scored:
            score = get(desk, HELD, 1.0) * score + get(desk, HELD + 1, 1.0)
            score = min(max(score, get(desk, HELD + 2, 1.0)), get(desk, HELD + 3, 1.0))
        if has_bounds:
            low, high = limits(p, desk)
            score = min(max(score, low), high)
        return score

    def leaf(p: Any, desk: Desk) -> float:
        """Score a position as it stands; one that is over, or where a player has no move, by its utility."""
        if is_over(p):
            return ended(p, desk)
        if has_chances:
            if turn(p) == CHANCE:
                return guess(p, desk)
        for _ in moves(p):
            return guess(p, desk)
        return ended(p, desk)

    def drawn(desk: Desk) -> float:
        """Return what a repetition is worth, as a guess: it depends on how the position was reached."""
        desk[GUESSED] = 1
        return unordered(desk[DRAW])

    def collected(p: Any, desk: Desk) -> float:
        """Return the points collected so far, which the table leaves out."""
        points = 0.0
        if has_bank:
            points = float(banked(p, desk[ME]))  # type: ignore[misc]
            if not OPEN_LOW < points < OPEN_HIGH:
                fault(desk, BAD_BANK)
                return 0.0
        return points

    return Worth(limits, ended, leaf, drawn, collected)
