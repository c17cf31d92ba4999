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
    low: float = -float(MOST_SCORE)  # the utilities for which this is right
    high: float = float(MOST_SCORE)


FREE = Holding()
"""Changes no evaluation."""
UNKNOWN = Holding(low=float(MOST_SCORE), high=-float(MOST_SCORE))
"""No end of the game has been met."""
holdings: WeakKeyDictionary[Game[Any], Holding] = WeakKeyDictionary()
games: WeakKeyDictionary[Game[Any], tuple[Holding, Game[Any]]] = WeakKeyDictionary()


def holding(game: Game[Any]) -> Holding:
    """Return how a game's evaluations are held inside its utilities, as far as random games and searches show them."""
    if game not in holdings:
        is_free = game.objective == "score" or game.rules.evaluate is no_opinion
        holdings[game] = FREE if is_free else hold(game, *numbers_of(game, game.start()))
    return holdings[game]


def widen(game: Game[Any], p: Any, utility: float) -> None:
    """Hold a game's evaluations inside a utility, too, that a search of a position has met."""
    old = holding(game)
    (ends, guesses), (more_ends, more_guesses) = numbers_of(game, game.start()), numbers_of(game, p)
    known = [old.low, old.high] if old.low <= old.high else []
    holdings[game] = hold(game, [*ends, *more_ends, *known, utility], [*guesses, *more_guesses])


def held(game: Game[Any]) -> Game[Any]:
    """Return the game with evaluations held inside its utilities."""
    factor, offset, least, most, *_ = found = holding(game)
    if found in (FREE, UNKNOWN):
        return game

    def inside(evaluation: Score) -> float:
        return min(max(factor * evaluation + offset, least), most)

    if game not in games or games[game][0] != found:
        games[game] = found, game.with_evaluation(inside)
    return games[game][1]


def hold(game: Game[Any], ends: list[float], guesses: list[float]) -> Holding:
    """Return how evaluations are held inside the utilities of these ends; warn if they have to be scaled."""
    if not ends:
        return UNKNOWN
    low, high = min(ends), max(ends)
    if low == high:  # whoever loses gets as much less; alone, a win is worth more than nothing
        low, high = (min(low, 0.0), max(high, 0.0)) if game.players == 1 else (-abs(low), abs(low))
        high = high if low < high else low + 1.0
    middle, room = (low + high) / 2, (high - low) / 2
    furthest = max((abs(guess - middle) for guess in guesses), default=0.0)
    factor = ROOM * room / furthest if furthest >= room else 1.0
    if factor != 1 and game.rules.model is None:  # the author cannot change what was learned
        warnings.warn(
            f"evaluations of {game.name} exceed its utilities ({low:g} to {high:g}): they are scaled by {factor:.3g}, "
            "so that no guess is preferred to a win",
            KibitzWarning,
            stacklevel=4,
        )
    return Holding(factor, middle * (1 - factor), low + EDGE * (high - low), high - EDGE * (high - low), low, high)


def numbers_of(game: Game[Any], start: Any) -> tuple[list[float], list[float]]:
    """Play a few random games from a position; return the utilities of their ends and the evaluations on the way."""
    choose = random.Random(0)
    ends: list[float] = []
    guesses: list[float] = []
    for _ in range(GAMES):
        p = start
        for p, _ in wander(game, choose, PLIES, start):
            guesses.extend(float(game.ask("evaluate", p, player)) for player in range(game.players))
        if game.is_over(p):
            ends.extend(map(float, game.utilities(p)))
    return ends, guesses
