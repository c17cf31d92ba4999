"""Evaluations kept inside the range of the utilities, for games of chance and of three or more players.

Law. In a game to be won no evaluation reaches what a winner gets, or falls to what a loser gets, so that a certain win
is never given up for a larger guess. The order of evaluations that are not far outside is preserved.
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
"""The share of the way to a win that the largest evaluation met may reach."""
EDGE = 0.001
"""The closest that any evaluation may come to a win or a loss, as a share of the way between them."""

kept: WeakKeyDictionary[Game[Any], Game[Any] | None] = WeakKeyDictionary()
"""None for a game that needs no other evaluation: a value here must not refer to its own key."""


def held(game: Game[Any]) -> Game[Any]:
    """Return the game with evaluations held inside its utilities, as far as random games show them."""
    if game not in kept:
        kept[game] = hold(game)
    return kept[game] or game


def hold(game: Game[Any]) -> Game[Any] | None:
    """Return a game whose evaluations are held; None if they need not be."""
    if game.objective == "score" or game.rules.evaluate is no_opinion:
        return None
    ends, guesses = numbers_of(game)
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    if low == high:  # no game was won
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
        f"evaluations of {game.name} exceed its utilities ({range_of_ends}): they are scaled by {factor:.3g}, "
        "so that no guess is preferred to a win",
        KibitzWarning,
        stacklevel=4,
    )
    return game.with_evaluation(scaled)


def numbers_of(game: Game[Any]) -> tuple[list[float], list[float]]:
    """Play a few random games; return the utilities of their ends and the evaluations on the way."""
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
