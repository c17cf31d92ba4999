"""Results of players of known strength, for tests and benchmarks of ratings.

The two games of a pair have the marginal chances of the model, whatever the correlation: in a share of the pairs, the
second game has the same luck as the first. With a positive correlation that is to the good of the same player, with a
negative one to that of the same colour, as where the opening decides.
"""

import numpy as np

from kibitz.arena.strength.groups import Floats, Ints
from kibitz.arena.strength.meetings import Games, chance
from kibitz.arena.strength.ratings import ELO


def simulate_pairs(
    elo: Floats,
    pairs: int,
    seed: int,
    *,
    advantage: float = 0.0,
    draws: float = 0.0,
    draw_elo: float | None = None,
    correlation: float = 0.0,
) -> Games:
    """Return the games of pairs between random players, each pair a unit.

    elo: (players,) their ratings.
    advantage: of the first player, in Elo.
    draws: the share of draws between equal players in the logistic model; the expected score is not affected.
    draw_elo: BayesElo's parameter; if it is given, results are those of its model, without its scale.
    correlation: the share of pairs whose games have the same luck, with a sign, from −1 to 1.
    """
    random = np.random.default_rng(seed)
    one = random.integers(0, len(elo), pairs)
    two = (one + random.integers(1, len(elo), pairs)) % len(elo)
    luck, other = random.random(pairs), random.random(pairs)
    copied = luck if correlation < 0 else 1 - luck
    other = np.where(random.random(pairs) < abs(correlation), copied, other)
    first, second = np.stack([one, two], axis=1).ravel(), np.stack([two, one], axis=1).ravel()
    d = (elo[first] - elo[second] + advantage) / ELO
    score = results(d, np.stack([luck, other], axis=1).ravel(), draws, None if draw_elo is None else draw_elo / ELO)
    return Games(first, second, score, np.repeat(np.arange(pairs), 2))


def results(d: Floats, luck: Floats, draws: float, draw: float | None) -> Floats:
    """Return the first players' scores for leads in nats and uniform random numbers; the least luck wins."""
    if draw is None:
        share = np.minimum(chance(d), chance(-d)) * draws
        win, loss = chance(d) - share, chance(-d) - share
    else:
        win, loss = chance(d - draw), chance(-d - draw)
    return np.asarray(np.where(luck < win, 1.0, np.where(luck >= 1 - loss, 0.0, 0.5)))


def simulate_ranks(
    elo: Floats, games: int, seats: int, seed: int, *, winner_only: bool = False
) -> tuple[list[tuple[list[int], list[float]]], Ints]:
    """Return games of random different players, and the unit of each: the game itself.

    winner_only: the first place brings 1 point and the others 0; else a seat gets a point for each one behind it.
    """
    random = np.random.default_rng(seed)
    who = random.random((games, len(elo))).argsort(axis=1)[:, :seats]
    place = (elo[who] / ELO + random.gumbel(size=who.shape)).argsort(axis=1).argsort(axis=1)
    points = (place == seats - 1) if winner_only else place
    return list(zip(who.tolist(), points.astype(float).tolist(), strict=True)), np.arange(games)
