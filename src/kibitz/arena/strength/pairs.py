"""Ratings from games of two.

With d the first player's strength minus the second's plus the first player's advantage, f(x) = 1/(1 + e⁻ˣ), in nats:

    "ordo"      The expected score is f(d), and a draw is half a win and half a loss. At the maximum of the likelihood
                everybody's expected points are the actual ones. This is the model of Miguel Ballicora's Ordo, with 400
                Elo for odds of 10 to 1, where Ordo has 403.5 by default (202 for 76 %).
    "bayeselo"  The first player wins with f(d − δ) and loses with f(−d − δ); otherwise the game is drawn. This is the
                model of Rémi Coulom's BayesElo; δ is its "drawelo".

The prior of "bayeselo" is that of the program: each player has prior/2 virtual draws, spread over its opponents in
proportion to its games with them, and takes part in those of its opponents. So if g of the g₁ games of one player and
of the g₂ games of another were between them, they share prior/2 · (g/g₁ + g/g₂) draws, half with each one moving first.
Ratings and the advantage are multiplied by 4x/(1 + x)², x = e^−δ, which is BayesElo's scale: near 0 a difference means
the same expected score as in the logistic model. Errors take this scale as known.

Who took half a point from whom decides who is rated: see `groups`. Virtual draws count, so with a prior all who are
connected are rated. Games between groups have a chance of 1 where the likelihood is greatest, and add nothing to it.

The advantage is estimated if it has a maximum: it can be told from the strengths, and some results speak against it.
Otherwise it is taken as 0. Without a maximum, δ is taken as BayesElo's default. It has none if all games were drawn, or
if no wins contradict each other, as when one of two players never lost.
"""

import itertools
import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from kibitz.arena.strength.bounds import Comparisons
from kibitz.arena.strength.estimate import Pool, check_contestants, check_players, numbers, rated
from kibitz.arena.strength.groups import Bools, Groups
from kibitz.arena.strength.meetings import Games, Meetings
from kibitz.arena.strength.newton import Maximum, maximise
from kibitz.arena.strength.ratings import ELO, Ratings
from kibitz.errors import OptionError, did_you_mean

MODELS = ("ordo", "bayeselo")
PRIOR = 2.0
"""BayesElo's virtual draws of a player."""
DRAW_ELO = 97.3
"""BayesElo's default."""
ROUNDS = 50
"""Rounds until several anchors are consistent with the scale that results; it needs about five."""
CLOSE = 1e-10


def rate_pairs(
    players: int,
    first: Any,
    second: Any,
    score: Any,
    unit: Any,
    *,
    model: Literal["ordo", "bayeselo"] = "ordo",
    anchors: Mapping[int, float] | None = None,
    advantage: bool = True,
    prior: float = PRIOR,
) -> Ratings:
    """Return the ratings of players from games of two; arrays have one item for each game.

    players: how many there are; they are numbered from 0.
    first, second: the players.
    score: 1 if the first player won, 0.5 for a draw, 0 if the second player won.
    unit: the number of the sample to which the game belongs, such as the pair of games from one opening.
    anchors: Elo ratings to be held fixed, by player. Without any, the mean of all rated players is 0.
    advantage: estimate the first player's advantage, if the results determine it.
    prior: virtual draws of a player, for "bayeselo".
    """
    anchors = anchors or {}
    check_players(players, anchors)
    if model not in MODELS:
        raise OptionError(f"expected the model ordo or bayeselo, got {model}{did_you_mean(model, MODELS)}")
    if not 0 <= prior < np.inf:
        raise OptionError(f"expected a number of virtual draws of at least 0, got {prior}")
    games, bayes = checked(players, first, second, score, unit), model == "bayeselo"
    pool = pool_of(players, games, anchors, drawn=bayes and prior > 0)
    across = pool.groups.label[games.first] != pool.groups.label[games.second]
    meetings = Meetings.of(players, games.only(~across), bayes, prior if bayes else 0.0)
    maximum, scale, known, drawn = fitted(meetings, pool, advantage)
    return rated(
        pool,
        meetings,
        maximum,
        one_sided(games.only(across), *maximum.x[players:]),
        scale=scale,
        advantage=players if known else None,
        draw_elo=float(maximum.x[-1]) * ELO if drawn else None,
    )


def checked(players: int, first: Any, second: Any, score: Any, unit: Any) -> Games:
    """Return the games as arrays; raise an error if something is wrong with them."""
    one = numbers(first, "the first player")
    two, sample = numbers(second, "the second player", len(one)), numbers(unit, "the unit", len(one))
    check_contestants(np.concatenate([one, two]), players)
    if np.any(one == two):
        raise OptionError(f"a player cannot play itself, got player {one[one == two][0]} twice in a game")
    points = np.asarray(score, float)
    if points.shape != one.shape:
        raise OptionError(f"expected the score of {len(one)} games, got {points.size}")
    wrong = points[~np.isin(points, (0, 0.5, 1))]
    if len(wrong):
        raise OptionError(f"the score of a game must be 0, 0.5 or 1, got {wrong[0]:g}")
    return Games(one, two, points, np.unique(sample, return_inverse=True)[1])


def pool_of(players: int, games: Games, anchors: Mapping[int, float], drawn: bool) -> Pool:
    """Return the players with what their games say about them; `drawn` if all who met also share virtual draws."""

    def matrix(which: Bools, winner: Any, loser: Any) -> Bools:
        keys = winner[which] * players + loser[which]
        return np.bincount(keys, minlength=players**2).reshape(players, players) > 0

    met = matrix(games.score >= 0, games.first, games.second)
    ahead = matrix(games.score > 0, games.first, games.second) | matrix(games.score < 1, games.second, games.first)
    groups = Groups.of(met | met.T if drawn else ahead, met, anchors)
    points = np.zeros(players)
    points += np.bincount(games.first, games.score, minlength=players)
    points += np.bincount(games.second, 1 - games.score, minlength=players)
    counts, rate = games.counted(players), float(np.mean(games.score == 0.5)) if len(games.score) else None
    return Pool(groups, groups.core(counts, points, anchors), anchors, counts, points, rate)


def fitted(meetings: Meetings, pool: Pool, advantage: bool) -> tuple[Maximum, float, bool, bool]:
    """Return the maximum and the scale of ratings, and whether the advantage and δ were estimated."""
    rate = meetings.draw_rate
    attempts = dict.fromkeys(itertools.product((advantage, False), (0 < rate < 1, False)))
    return next(found for attempt in attempts if (found := attempted(meetings, pool, *attempt)))


def attempted(meetings: Meetings, pool: Pool, known: bool, drawn: bool) -> tuple[Maximum, float, bool, bool] | None:
    """Return what `fitted` does if the advantage is estimated or not, and δ is; None if there is no maximum."""
    rate = meetings.draw_rate
    draw = np.log((1 + rate) / (1 - rate)) if drawn else DRAW_ELO / ELO if rate else 0.0
    free, scale = np.append(pool.free(), [known, drawn]), 1.0
    for _ in range(ROUNDS):
        start = np.append(pool.start(scale), [0.0, draw])
        maximum = maximise(meetings, start, free, pool.gauge(len(start)), meetings.players)
        if maximum is None:
            break
        before, scale = scale, 1 / math.cosh(maximum.x[-1] / 2) ** 2
        if len(pool.anchors) < 2 or abs(scale - before) < CLOSE:
            return maximum, scale, known, drawn
    return None


def one_sided(games: Games, advantage: float, draw: float) -> Comparisons:
    """Return the games between groups, all of which were won by the upper one."""
    won = games.score == 1
    winner, loser = np.where(won, games.first, games.second), np.where(won, games.second, games.first)
    return Comparisons(games.unit, winner, loser, np.where(won, advantage, -advantage) - draw)
