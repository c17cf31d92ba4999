"""Matches between evaluations of a game, as learning needs them: is the new one better than the last?

Both play inside the kernel of self-play, so that hundreds of games take seconds.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kibitz.arena.rating import Sprt
from kibitz.game import Game
from kibitz.learning.games import Games
from kibitz.search.engine.scoring import scale_of

AT_ONCE = 20
"""Games of one call; an even number."""
BETTER = Sprt(0, 20)
"""A generation is kept if this test says so: better by 20 Elo rather than by none."""
MOST_GAMES = 1000
"""The length of a match that the test does not end."""


def pairs_of(results: Sequence[float], middle: float) -> list[int]:
    """Return the pairs of games by their points for the first set of weights, which plays first in even games."""
    pairs = [0] * 5
    for one, other in zip(results[::2], results[1::2], strict=True):
        points = half_points(one, middle) + 2 - half_points(other, middle)
        pairs[points] += 1
    return pairs


def half_points(result: float, middle: float) -> int:
    """Return 2 for a win of player 0, 1 for a draw, 0 for a loss."""
    return 1 + (result > middle) - (result < middle)


def duel(
    players: Sequence[Games],
    other: Game[Any],
    games: int = MOST_GAMES,
    test: Sprt | None = BETTER,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[list[int], str | None]:
    """Let the players' weights play another set; return the pairs of games, and what the test says.

    The games do not depend on the number of players: number n is always the same. The test looks at whole rounds.
    """
    middle = scale_of(other).total / 2 if other.objective == "score" else 0
    pairs, verdict, number = [0] * 5, None, 0

    def play(task: tuple[Games, int]) -> list[float]:
        player, first = task
        return player.duel(other, AT_ONCE, first)

    with ThreadPoolExecutor(len(players)) as pool:
        while number < games and verdict is None and not stop():
            starts = [number + AT_ONCE * place for place in range(max(2, len(players)))]
            for results in pool.map(play, zip(cycled(players, len(starts)), starts, strict=True)):
                found = pairs_of(results, middle)
                pairs = [one + two for one, two in zip(pairs, found, strict=True)]
            number = starts[-1] + AT_ONCE
            verdict = test.decision(pairs) if test is not None else None
    return pairs, verdict


def cycled(players: Sequence[Games], count: int) -> list[Games]:
    """Return this many players, which take turns."""
    return [players[number % len(players)] for number in range(count)]
