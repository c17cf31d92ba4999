"""The likelihood of games of two, in the two models that `pairs` describes.

Both are one formula, as BayesElo's chance of a draw is that of a win times that of a loss times e²ᵟ − 1. With d the
first player's strength minus the second's plus the advantage, and f(x) = 1/(1 + e⁻ˣ):

    log L = Σ u log f(d − δ) + v log f(−d − δ) + (number of draws) · log(e²ᵟ − 1)

A win of the first player has u = 1 and v = 0, a loss u = 0 and v = 1. A draw has u = v = ½ with "ordo", where δ = 0 and
the last term is absent, and u = v = 1 with "bayeselo". Parameters are the strengths, the advantage, and δ.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.arena.strength.groups import Bools, Floats, Ints


@dataclass(frozen=True)
class Games:
    """Games of two, one item for each."""

    first: Ints
    second: Ints
    score: Floats  # the first player's
    unit: Ints

    def only(self, which: Bools) -> "Games":
        """Return some of the games."""
        return Games(self.first[which], self.second[which], self.score[which], self.unit[which])

    def counted(self, players: int) -> Ints:
        """Return the number of games of each player."""
        return np.bincount(self.first, minlength=players) + np.bincount(self.second, minlength=players)


@dataclass(frozen=True)
class Meetings:
    """The likelihood of games; a meeting is all games of two players with the same one to move first."""

    players: int
    first: Ints  # (meetings,) the players
    second: Ints
    up: Floats  # (meetings,) Σ u
    down: Floats  # (meetings,) Σ v
    draws: float  # in the last term
    games: Games
    place: Ints  # (games,) the meeting of each game
    whole: bool  # a draw is a win and a loss, not half of each

    @classmethod
    def of(cls, players: int, games: Games, whole: bool, prior: float) -> "Meetings":
        """Return the likelihood of games, with `prior` virtual draws of a player."""
        key = games.first * players + games.second
        one_way = np.bincount(key, minlength=players**2).reshape(players, players)
        between = (one_way + one_way.T).ravel()
        keys = np.flatnonzero(between)
        first, second, place = keys // players, keys % players, (np.cumsum(between > 0) - 1)[key]
        total = games.counted(players)
        virtual = prior / 4 * between[keys] * (1 / total[first] + 1 / total[second])
        up, down, draws = (
            np.bincount(place, part, minlength=len(keys)) + virtual for part in parts(games.score, whole)
        )
        return cls(players, first, second, up, down, float(draws.sum()) if whole else 0.0, games, place, whole)

    @property
    def draw_rate(self) -> float:
        """Return the share of draws, virtual ones included; 0 without games."""
        total = float(self.up.sum() + self.down.sum()) - self.draws
        return self.draws / total if total else 0.0

    def derivatives(self, x: Floats) -> tuple[float, Floats, Floats]:
        """Return the logarithm of the likelihood, its gradient, and its information."""
        n, draw = self.players, float(x[-1])
        if self.draws and draw <= 0:
            return -np.inf, x, np.eye(n + 2)
        d = x[self.first] - x[self.second] + x[n]
        value = -float(self.up @ np.logaddexp(0, draw - d) + self.down @ np.logaddexp(0, draw + d))
        win, loss = chance(d - draw), chance(-d - draw)
        up, down = self.up * (1 - win), self.down * (1 - loss)
        gradient = np.append(self.gathered(up - down), -up.sum() - down.sum())
        up, down = up * win, down * loss
        information = np.zeros((n + 2, n + 2))
        information[self.first, self.second] = -up - down
        information += information.T
        np.fill_diagonal(information, -information.sum(axis=1))
        information[n:] = [*self.gathered(up + down), (down - up).sum()], [*self.gathered(down - up), (up + down).sum()]
        information[:, n:] = information[n:].T
        if self.draws:
            value += self.draws * float(2 * draw + np.log(-np.expm1(-2 * draw)))
            gradient[-1] += self.draws * (1 + 1 / np.tanh(draw))
            information[-1, -1] += self.draws * 4 * np.exp(-2 * draw) / np.expm1(-2 * draw) ** 2
        return value, gradient, information

    def gathered(self, amounts: Floats) -> Floats:
        """Return the sums of amounts, + for the first player and − for the second, and the total: (players + 1,)."""
        plus, minus = (np.bincount(who, amounts, minlength=self.players) for who in (self.first, self.second))
        return np.append(plus - minus, amounts.sum())

    def gradients(self, x: Floats) -> tuple[Ints, Ints, Floats]:
        """Return the terms of the gradient, each with the unit and the parameter to which it belongs."""
        d, games = x[self.first] - x[self.second] + x[self.players], self.games
        up, down, draws = parts(games.score, self.whole)
        up, down = up * chance(x[-1] - d)[self.place], down * chance(x[-1] + d)[self.place]
        bonus = 1 + 1 / np.tanh(x[-1]) if self.draws else 0.0
        others = (np.full(len(up), self.players + k) for k in (0, 1))
        parameter = np.concatenate([games.first, games.second, *others])
        return (
            np.tile(games.unit, 4),
            parameter,
            np.concatenate([up - down, down - up, up - down, draws * bonus - up - down]),
        )


def parts(score: Floats, whole: bool) -> tuple[Floats, Floats, Floats]:
    """Return u, v and whether it was a draw, for each game."""
    draw = (score == 0.5).astype(float)
    half = draw / 2 if whole else 0.0
    return score + half, 1 - score + half, draw


def chance(x: Floats) -> Floats:
    """Return f(x)."""
    return np.asarray(0.5 * (1 + np.tanh(x / 2)))
