"""How likely a score makes a win: a scale that is fixed for a game, and advantages between -1 and 1.

Law. With s the game's scale, an advantage is 2 / (1 + exp(-score / s)) - 1, the formula of analysis sites with s in
hundredths of a pawn. It depends only on the score and the game, so it is the same in every review.

The scale is the game's own `win_scale`. A game without one plays itself for a few seconds, and the scale that best fits
the results is used; where there are only values, as in a tree, it is the greatest one seen.
"""

import math
import random
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from kibitz.arena.fit import scale_of as fitted_scale
from kibitz.game import Game
from kibitz.rules import CHANCE, no_opinion
from kibitz.score import VALUE, Score, outcome
from kibitz.search.algorithm import ENGINE, default_name
from kibitz.search.analyze import search
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.scoring import scale_of
from kibitz.search.engine.settings import Settings
from kibitz.search.limit import Limit
from kibitz.search.request import Request
from kibitz.search.result import Result
from kibitz.search.wander import wander

RANDOM_PLIES = 8
"""The most random plies at the start of a game."""
MOST_PLIES = 300
NODES = 300
"""The search of a move: shallow, so that it is quick and the same everywhere."""
FEW_POSITIONS, FEW_NODES = 500, 100
"""The games to which a missing scale is fitted: a few seconds, even at plain speed."""
NEAR = 0.9
"""The share of positions, the least decided ones, that a fit uses first."""
MEGABYTES = 1
WANDERING_GAMES = 100


class WinScale(NamedTuple):
    """The score at which a win is e times as likely as a loss, or a stand-in for it."""

    points: float
    source: str  # where it comes from, in words
    measured: bool = True
    lead: str = ""  # the same in words, where the game names a unit

    def advantage(self, result: Result) -> float:
        """Return the advantage of the player whose scores these are.

        A proven win is 1, unless the game is about amounts; an exact average over chance outcomes is one of wins and
        losses.
        """
        game, score = result.game, float(result.score or 0)
        sure = {"win": 1.0, "draw": 0.0, "loss": -1.0}
        if result.proven in sure and game.rules.counted_in is None:
            return sure[result.proven]
        if result.proven == "exact" and game.objective == "win":
            most, least = scale_of(game).win, scale_of(game).loss
            return max(-1.0, min(1.0, 2 * (score - least) / (most - least) - 1))
        return math.tanh((score - middle_of(game)) / self.points / 2)

    def describe(self) -> str:
        """Return what the scale means, in words."""
        if self.measured:
            return f"with a lead of {self.lead or format(self.points, '.3g')}, a win is 73 % likely ({self.source})"
        if math.isinf(self.points):
            return f"only what is proven counts ({self.source})"
        return f"a score of {self.points:.3g} counts as 46 % of a win ({self.source})"


def middle_of(game: Game[Any]) -> Score:
    """Return the score at which neither player is ahead: half of what the players share."""
    return scale_of(game).total / 2 if game.objective == "score" else 0


class Example(NamedTuple):
    """A position of a game that was played: its score, and player 0's share of the result."""

    score: Score
    share: float


scales: WeakKeyDictionary[Game[Any], WinScale] = WeakKeyDictionary()


def win_scale_of(game: Game[Any], stop: threading.Event | None = None) -> WinScale:
    """Return a game's scale: its own, or one that is determined once."""
    if game.rules.win_scale:
        points, unit = float(game.rules.win_scale), game.rules.evaluated_in
        lead = f"{game.amount(points)} {unit[0]}" if unit else ""
        return WinScale(points, f"{game.name}'s own scale", lead=lead)
    if game in scales:
        return scales[game]
    if game.rules.evaluate is no_opinion:
        found = WinScale(math.inf, "nothing is evaluated", False)
    elif game.rules.counted_in == VALUE:
        found = WinScale(greatest_value(game), "the greatest value seen", False)
    else:
        found = found_by_play(game, stop or threading.Event())
    if stop is None or not stop.is_set():
        scales[game] = found
    return found


def found_by_play(game: Game[Any], stop: threading.Event) -> WinScale:
    """Determine a scale by having the game play itself."""
    examples: list[Example] = []
    games = 0
    while len(examples) < FEW_POSITIONS and games < FEW_POSITIONS and not stop.is_set():
        games += 1
        examples.extend(played(game, random.Random(games), stop, FEW_NODES))
    found = fit(examples)
    if found is not None:
        return WinScale(found, f"fitted to {games} quick games")
    seen = max((abs(float(example.score)) for example in examples), default=0.0)
    return WinScale(seen or 1.0, "the greatest evaluation seen", False)


def greatest_value(game: Game[Any]) -> float:
    """Return the greatest value at the end of random games."""
    choose = random.Random(0)
    ends = [list(wander(game, choose, MOST_PLIES))[-1][0] for _ in range(WANDERING_GAMES)]
    return max((abs(float(value)) for p in ends if game.is_over(p) for value in game.utilities(p)), default=0.0) or 1.0


def fit(examples: list[Example]) -> float | None:
    """Return the scale that best fits the examples; None if scores say nothing, or everything, about results.

    The most decided examples are left out, because one of them that lost would outweigh hundreds of others, unless only
    they say anything.
    """
    if not examples:
        return None
    points, shares = (np.array(column, float) for column in zip(*examples, strict=True))
    for part in (NEAR, 1.0):
        chosen = np.abs(points) <= np.quantile(np.abs(points), part)
        if k := fitted_scale(points[chosen], shares[chosen]):
            return 1 / k
    return None


def played(game: Game[Any], chance: random.Random, stop: threading.Event, nodes: int = NODES) -> Iterator[Example]:
    """Play one game by shallow searches after a few random moves; yield its positions that were not yet decided."""
    algorithm = default_name(game)
    engine = Engine(game, Settings(MEGABYTES)) if algorithm == ENGINE else None
    state = game.begin()
    scores: list[Score] = []
    at_random = chance.randint(1, RANDOM_PLIES)
    while not state.over and len(state.played) < MOST_PLIES and not stop.is_set():
        if state.turn == CHANCE:
            state.draw(chance)
        elif len(state.played) < at_random:
            state.play(chance.choice(state.moves()))
        else:
            *_, result = search(Request.of(state, 0, Limit(nodes=nodes)), algorithm, engine=engine)
            if result.proven not in ("win", "loss", "draw"):
                scores.append(result.score or 0)
            state.play(state.moves()[0] if result.move is None else result.move)
    if not state.over:
        return
    ended = outcome(game.utilities(state.position), 0) if state.ended else "draw"
    share = {"win": 1.0, "loss": 0.0}.get(ended, 0.5)
    yield from (Example(score - middle_of(game), share) for score in scores)
