"""Random games with every kind of number, for comparing searches with brute force.

A position holds a seed, and everything about it follows from a hash of it, so that one compiled game has as many trees
as there are seeds. Ends and evaluations are drawn from a table of numbers that are hard to hold or to tell apart.
"""

from typing import NamedTuple

import numpy as np

from kibitz.game import Game
from kibitz.rules import CHANCE

MOST = 2**53
NEAR = [2**31 + i for i in range(-3, 4)] + [-(2**31) + i for i in range(-3, 4)]
KINDS = {
    "small": np.array([-3, -2, -1, 0, 1, 2, 3]),
    "large": np.array([*NEAR, *range(MOST - 4, MOST + 1), *range(-MOST, 5 - MOST), 2**29, 2**29 + 1, 2**30, 2**32]),
    "tiny": np.array([1e-12, 2e-12, -1e-12, -2e-12, 0.0, -0.0, 0.1, 0.1001, 0.1 + 1e-12, 1 / 4096, 0.5 / 4096, -0.1]),
    "mixed": np.array(
        [1e6 + 0.25, 1e6 + 0.26, -1e6 - 0.3, 0.4, 3.0, -3.0, 1e-12, MOST, 2.0**31 + 0.5, 1e15, 1e17, 1e-300]
    ),
}


class Position(NamedTuple):
    seed: int
    player: int  # whose turn it is; nature's where CHANCE
    left: int  # plies to go at the most


def game(
    kind: str = "small", players: int = 2, chance: bool = False, total: float = 0, rare: float = 0
) -> Game[Position]:
    """Make a game for points over the numbers of a kind.

    total: what two players' utilities sum to. rare: what one end in sixteen adds to that sum.
    """
    values = KINDS[kind]
    count = len(values)
    objective = "score"

    def hashed(p, salt):
        word = (p.seed * 1103515245 + p.left * 2654435761 + (p.player + 2) * 97 + salt * 40503) & 0x7FFFFFFF
        word = (word ^ word >> 15) * 2246822519 & 0x7FFFFFFF
        return word >> 7

    def start():
        return Position(1, 0, 5)

    def turn(p):
        return p.player

    def moves(p):
        yield from range(hashed(p, 1) % 4)

    def chances(p):
        yield 0, 0.25
        yield 1, 0.5
        yield 2, 0.25

    def play(p, move):
        player = hashed(p, 10 + move) % players
        if chance and p.player != CHANCE and hashed(p, 15 + move) % 3 == 0:
            player = CHANCE
        return Position(hashed(p, 20 + move), player, p.left - 1)

    def is_over(p):
        return p.left <= 0

    def worth(p, player, salt):
        if players == 2:
            value = values[hashed(p, salt) % count]
            return value if player == 0 else total - value
        return values[hashed(p, salt + player) % count]

    def utility(p, player):
        if rare and player == 1 and hashed(p, 9) % 16 == 0:
            return worth(p, player, 3) + rare
        return worth(p, player, 3)

    def evaluate(p, player):
        return worth(p, player, 6)

    names = {name: value for name, value in locals().items() if chance or name != "chances"}
    return Game.of(names)
