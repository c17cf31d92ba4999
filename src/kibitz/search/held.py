"""Evaluations held inside the utilities, for searches that compare guesses with ends: nature moves, or three play.

Law. In a game to be won no evaluation reaches what a winner gets, or falls to what a loser gets, so that a win in hand
is never given away for a larger guess. The order of evaluations that are not far outside stays as it is.
A game for points is left alone: its evaluations and utilities share one scale.
"""

import random
import warnings
from typing import Any
from weakref import WeakKeyDictionary

from kibitz.errors import KibitzWarning
from kibitz.game import Game
from kibitz.rules import no_opinion
from kibitz.score import Score
from kibitz.search.wander import wander

GAMES, PLIES = 20, 400
ROOM = 0.9
"""How much of the way to a win the largest evaluation that was met may take up."""
EDGE = 0.001
"""How near, of the way from a loss to a win, any evaluation may come to either."""

kept: WeakKeyDictionary[Game[Any], Game[Any] | None] = WeakKeyDictionary()
"""None for a game that needs no other evaluation: a value here must not hold its own key."""


def held(game: Game[Any]) -> Game[Any]:
    """Return the game with its evaluations held inside its utilities, as far as random games show these."""
    if game not in kept:
        kept[game] = hold(game)
    return kept[game] or game


def hold(game: Game[Any]) -> Game[Any] | None:
    """Make a game whose evaluations are held; None if they need not be."""
    if game.objective == "score" or game.rules.evaluate is no_opinion:
        return None
    ends, guesses = numbers_of(game)
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    if low == high:  # nobody was seen to win
        return None
    middle, room = (low + high) / 2, (high - low) / 2
    furthest = max((abs(guess - middle) for guess in guesses), default=0.0)
    factor = ROOM * room / furthest if furthest >= room else 1.0
    least, most = low + EDGE * (high - low), high - EDGE * (high - low)

    def clamped(evaluation: Score) -> float:
        return min(max(float(evaluation), least), most)

    def scaled(evaluation: Score) -> float:
        return min(max(middle + factor * (evaluation - middle), least), most)

    if factor == 1:
        return game.with_evaluation(clamped)
    range_of_ends = f"{low:g} to {high:g}"
    warnings.warn(
        f"evaluations of {game.name} go beyond its utilities, {range_of_ends}: they are scaled by {factor:.3g}, "
        "so that no guess is preferred to a win",
        KibitzWarning,
        stacklevel=4,
    )
    return game.with_evaluation(scaled)


def numbers_of(game: Game[Any]) -> tuple[list[float], list[float]]:
    """Play a few games at random, and list the utilities of their ends and the evaluations on the way."""
    choose = random.Random(0)
    ends: list[float] = []
    guesses: list[float] = []
    for _ in range(GAMES):
        p = game.start()
        for p, _ in wander(game, choose, PLIES):
            guesses.extend(float(game.ask("evaluate", p, player)) for player in range(game.players))
        if game.is_over(p):
            ends.extend(map(float, game.utilities(p)))
    return ends, guesses
