"""Matches between evaluations of a game, as learning needs them: is the new one better than the last?

Two sets of weights of one form play inside the kernel of self-play, so that hundreds of games take seconds. Any other
two evaluations play a tournament of two.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.arena.rating import Elo, Sprt, elo
from kibitz.arena.tournament import tournament
from kibitz.arena.tournament_result import TournamentResult
from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.learning.games import Games
from kibitz.learning.progress import spec_with
from kibitz.search.engine.scoring import scale_of

AT_ONCE = 20
"""Games of one call; an even number."""
BETTER = Sprt(0, 20)
"""A generation is kept if this test says so: better by 20 Elo rather than by none."""
MOST_GAMES = 400
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


def match_of_files(
    game: Game[Any], file: Path, nodes: int, games: int, jobs: int, seed: int, test: Sprt | None = None, other: str = ""
) -> tuple[Elo, str | None]:
    """Let the weights of a file play another evaluation of the game, by default its own; return Elo and verdict."""
    if game.origin is None:
        raise OptionError(f"{game.name} was made in Python; put it into a file, so that learned weights can play it")
    spec = game.spec()
    bare = {name: value for name, value in game.parameters.items() if name not in ("weights", "evaluation")}
    listed = ",".join(f"{name}={value}" for name, value in bare.items())
    source = game.source or game.name
    own = spec_with(f"{source}:{listed}" if listed else source, file)
    found = tournament(
        game.origin(),  # without features that were made for learning
        {"new": f"engine:nodes={nodes}@{own}", "old": f"engine:nodes={nodes}@{other or spec}"},
        games=games,
        seed=seed,
        jobs=jobs,
        sprt=test.values if test is not None else None,
    )
    return elo(unit_pairs(found)), found.decision


def unit_pairs(found: TournamentResult) -> list[int]:
    """Return the pairs of games of a tournament of two by their points for the first."""
    games = found.outcomes
    points = np.where(games.first == 0, games.score, 1 - games.score)
    pairs = [0] * 5
    for unit in np.unique(games.unit):
        both = points[games.unit == unit]
        if len(both) == 2:
            pairs[round(2 * both.sum())] += 1
    return pairs
