"""sorted with key="""

from typing import NamedTuple


class Position(NamedTuple):
    piles: tuple
    player: int


def start():
    return Position((6, 3, 8), 0)


def turn(p):
    return p.player


def moves(p):
    order = sorted(range(3), key=lambda i: -p.piles[i])
    for pile in order[:2]:
        for n in (1, 2):
            if n <= p.piles[pile]:
                yield 10 * pile + n


def play(p, move):
    piles = list(p.piles)
    piles[move // 10] -= move % 10
    return Position(tuple(piles), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    closest = sorted(p.piles, key=lambda n: (n % 3, n))
    value = closest[0] + 2 * closest[1] - closest[2]
    return value if player == p.player else -value
