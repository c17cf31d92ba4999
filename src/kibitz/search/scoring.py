"""The engine's own scoring: whole numbers, for the player to move, whatever scale the author's rules have.

Law. With c what both players' utilities sum to, and u the unit (1, or 4096 where a rule returns floats):
    objective "win"     an end at ply n is WIN - n, 0 or n - WIN; an evaluation stays within ±MOST_GUESS
    objective "score"   an end is u·(utility - c/2)·2 where c is not 0, else u·utility; an evaluation likewise
A game that declares `bounds` has its evaluations moved into them. Scores fit 32 bits, which a table entry holds.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from kibitz.game import Game
from kibitz.kernel import whole
from kibitz.score import Score, tidy
from kibitz.search.wander import wander

WIN = 1 << 30
MOST_GUESS = 1 << 29
"""Scores beyond it are wins and losses with their distance; in a game of points nothing lies beyond it."""
FRACTIONS = 4096
"""Floats are rounded to this part of the author's unit."""
SAMPLE_GAMES, SAMPLE_PLIES, SAMPLE_STEP = 10, 200, 10


@dataclass(frozen=True)
class Scale:
    """How the author's scores and the engine's correspond."""

    points: bool  # the objective is the score, not the win
    unit: int  # engine's units in one of the author's
    total: Score  # what the players' utilities sum to
    constant: bool  # that sum was the same in every game tried
    win: Score  # what a winner was seen to get
    loss: Score
    guesses: bool  # evaluations were seen that are not 0

    def to_author(self, score: int) -> Score:
        """Give an engine's score in the author's units; a win is what winners get."""
        if not self.points and abs(score) > MOST_GUESS:
            return self.win if score > 0 else self.loss
        if not self.points or self.total == 0:
            return tidy(score / self.unit) if self.unit > 1 else score
        return tidy((score / self.unit + self.total) / 2)


scales: WeakKeyDictionary[Game[Any], Scale] = WeakKeyDictionary()


def scale_of(game: Game[Any]) -> Scale:
    """Find a game's scale by playing a few games at random."""
    if game not in scales:
        choose = random.Random(0)
        numbers: list[Any] = []
        sums: set[float] = set()
        ends: list[Score] = []
        for _ in range(SAMPLE_GAMES if game.players == 2 and game.chances is None else 0):
            p = game.first()
            for p, moves in wander(game, choose, SAMPLE_PLIES):
                if len(moves) % SAMPLE_STEP == 0:
                    numbers.append(game.ask("evaluate", p, 0))
            if game.ended(p):
                utilities = game.utilities(p)
                ends.extend(map(tidy, utilities))
                sums.add(round(sum(map(float, utilities)), 9))
        whole_numbers = all(float(number).is_integer() for number in [*numbers, *ends])
        total = tidy(sums.pop()) if len(sums) == 1 else 0
        unit = 1 if whole_numbers and total * 2 % 1 == 0 else FRACTIONS
        win, loss = max([1, *ends]), min([-1 if total == 0 else 0, *ends])
        guesses = any(numbers)
        scales[game] = Scale(game.objective == "score", unit, total, not sums, win, loss, guesses)
    return scales[game]


def end_scorer(game: Game[Any]) -> Callable[[Any, int, int], int]:
    """Make the function that scores a finished game for a player, at a ply."""
    scale, utility = scale_of(game), game.utility
    unit, total = scale.unit, scale.total

    def by_result(p: Any, player: int, ply: int) -> int:
        ahead = utility(p, player) - utility(p, 1 - player)
        if ahead == 0:
            return 0
        return WIN - ply if ahead > 0 else ply - WIN

    def by_points(p: Any, player: int, ply: int) -> int:
        points = whole(utility(p, 0), unit)
        return points if player == 0 else -points

    def by_share(p: Any, player: int, ply: int) -> int:
        points = whole(2 * utility(p, 0) - total, unit)
        return points if player == 0 else -points

    if not scale.points:
        return by_result
    return by_share if total else by_points


def guesser(game: Game[Any]) -> Callable[[Any, int], int]:
    """Make the function that scores an unfinished game for a player by `evaluate`."""
    scale, evaluate = scale_of(game), game.evaluate
    unit, total = scale.unit, scale.total

    def guess(p: Any, player: int) -> int:
        points = whole(evaluate(p, 0), unit)
        points = min(max(points, -MOST_GUESS), MOST_GUESS)
        return points if player == 0 else -points

    def guess_share(p: Any, player: int) -> int:
        points = whole(2 * evaluate(p, 0) - total, unit)
        points = min(max(points, -MOST_GUESS), MOST_GUESS)
        return points if player == 0 else -points

    return guess_share if scale.points and total else guess


def margin_of(game: Game[Any]) -> int:
    """Give the game's margin in the engine's units."""
    scale = scale_of(game)
    doubled = 2 if scale.points and scale.total else 1
    return round(doubled * scale.unit * game.margin)


def bounder(game: Game[Any]) -> Callable[[Any, int], tuple[int, int]]:
    """Make the function that gives the bounds of a position for a player, in the engine's units."""
    scale, bounds = scale_of(game), game.bounds
    unit, total = scale.unit, scale.total

    def unbounded(p: Any, player: int) -> tuple[int, int]:
        return -WIN, WIN

    def by_points(p: Any, player: int) -> tuple[int, int]:
        low, high = bounds(p, player)  # type: ignore[misc]
        return whole(low, unit), whole(high, unit)

    def by_share(p: Any, player: int) -> tuple[int, int]:
        low, high = bounds(p, player)  # type: ignore[misc]
        return whole(2 * low - total, unit), whole(2 * high - total, unit)

    if bounds is None or not scale.points:
        return unbounded
    return by_share if total else by_points
