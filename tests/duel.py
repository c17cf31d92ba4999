"""A duel of players of known strength: each names its strength, and nature decides by Elo's formula, draws included.

`policy@duel.py:strength=3` always names strength 3, so that a tournament of such players has known ratings.
"""

from typing import NamedTuple

from kibitz import CHANCE, Game

ELOS = (300, 200, 120, 50, -50, -120, -200, -300)
DRAWS = 0.3
"""The share of draws between equals."""


class Position(NamedTuple):
    stage: int  # 0 and 1: a player names a strength; 2: nature decides; 3, 4, 5: player 0 lost, drew, won
    one: int
    two: int


def chances_of(one, two):
    """The probabilities that player 0 loses, draws and wins."""
    expected = 1 / (1 + 10 ** ((ELOS[two] - ELOS[one]) / 400))
    drawn = 4 * DRAWS * expected * (1 - expected)
    return 1 - expected - drawn / 2, drawn, expected - drawn / 2


def game(strength: int = 0):
    def start():
        return Position(0, 0, 0)

    def turn(p):
        return CHANCE if p.stage == 2 else p.stage % 2

    def moves(p):
        if p.stage < 2:
            yield from range(len(ELOS))

    def chances(p):
        yield from enumerate(chances_of(p.one, p.two))

    def play(p, move):
        if p.stage == 0:
            return Position(1, move, 0)
        if p.stage == 1:
            return Position(2, p.one, move)
        return Position(3 + move, p.one, p.two)

    def is_over(p):
        return p.stage > 2

    def utility(p, player):
        return (p.stage - 4) * (1 if player == 0 else -1)

    def policy(p, move):
        return 1 if move == strength else 0

    return Game.of(locals())
