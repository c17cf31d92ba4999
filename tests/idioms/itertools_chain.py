"""itertools.chain and chain.from_iterable"""

from itertools import chain
from typing import NamedTuple


class Position(NamedTuple):
    left: tuple
    right: tuple
    player: int


def start():
    return Position((3, 1), (2, 2), 0)


def turn(p):
    return p.player


def moves(p):
    for i, n in enumerate(chain(p.left, p.right)):
        if n > 0:
            yield i


def play(p, i):
    a, b, c, d = (n - 1 if j == i else n for j, n in enumerate(chain(p.left, p.right)))
    if i < 2 and c > 0:
        return Position((a, b), (d, c - 1), 1 - p.player)
    return Position((a, b), (c, d), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    rows = (p.left, p.right, (p.left[0], p.right[1], 2))
    value = sum(n * n for n in chain.from_iterable(rows)) - 3 * max(chain(p.left, p.right, (1,)))
    return value if player == p.player else -value
