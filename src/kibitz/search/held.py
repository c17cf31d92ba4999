"""Evaluations kept inside the range of the utilities, for games of chance and of three or more players.

Law. In a game to be won no evaluation reaches what a winner gets, or falls to what a loser gets, so that a certain win
is never given up for a larger guess. The order of evaluations that are not far outside is preserved.
A game for points is left alone: its evaluations and utilities share one scale.
"""

import random
import warnings
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from kibitz.errors import KibitzWarning
from kibitz.game import Game
from kibitz.rules import MOST_SCORE, no_opinion
from kibitz.score import Score
from kibitz.search.wander import wander

GAMES, PLIES = 20, 400
ROOM = 0.9
"""The share of the way to a win that the largest evaluation met may reach."""
EDGE = 0.001
"""The closest that any evaluation may come to a win or a loss, as a share of the way between them."""


class Holding(NamedTuple):
    """How an evaluation e is held: factor · e + offset, moved between least and most."""

    factor: float = 1.0
    offset: float = 0.0
    least: float = -float(MOST_SCORE)
    most: float = float(MOST_SCORE)


FREE = Holding()
"""Changes no evaluation."""
holdings: WeakKeyDictionary[Game[Any], Holding] = WeakKeyDictionary()
games: WeakKeyDictionary[Game[Any], Game[Any]] = WeakKeyDictionary()


def holding(game: Game[Any]) -> Holding:
    """Return how a game's evaluations are held inside its utilities, as far as random games show them."""
    if game not in holdings:
        holdings[game] = hold(game)
    return holdings[game]


def held(game: Game[Any]) -> Game[Any]:
    """Return the game with evaluations held inside its utilities."""
    factor, offset, least, most = found = holding(game)
    if found == FREE:
        return game

    def inside(evaluation: Score) -> float:
        return min(max(factor * evaluation + offset, least), most)

    if game not in games:
        games[game] = game.with_evaluation(inside)
    return games[game]


def hold(game: Game[Any]) -> Holding:
    """Find out how a game's evaluations must be held; warn if they have to be scaled."""
    if game.objective == "score" or game.rules.evaluate is no_opinion:
        return FREE
    ends, guesses = numbers_of(game)
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    if low == high:  # no game was won
        return FREE
    middle, room = (low + high) / 2, (high - low) / 2
    furthest = max((abs(guess - middle) for guess in guesses), default=0.0)
    factor = ROOM * room / furthest if furthest >= room else 1.0
    if factor != 1:
        warnings.warn(
            f"evaluations of {game.name} exceed its utilities ({low:g} to {high:g}): they are scaled by {factor:.3g}, "
            "so that no guess is preferred to a win",
            KibitzWarning,
            stacklevel=4,
        )
    return Holding(factor, middle * (1 - factor), low + EDGE * (high - low), high - EDGE * (high - low))


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
