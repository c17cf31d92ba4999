"""functools.reduce"""

from functools import reduce
from typing import NamedTuple


class Position(NamedTuple):
    heaps: tuple
    player: int


def start():
    return Position((3, 4, 2, 5), 0)


def turn(p):
    return p.player


def moves(p):
    odd = reduce(lambda total, heap: total + heap, p.heaps, 0) % 2
    for i, heap in enumerate(p.heaps):
        if heap > odd:
            yield i
            if heap > 2:
                yield i + 4


def play(p, move):
    heaps = list(p.heaps)
    heaps[move % 4] -= 1 + move // 4 * 2
    return Position(tuple(heaps), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = reduce(lambda a, b: a ^ b, p.heaps) - reduce(lambda a, b: max(a, b - 1), p.heaps, 1)
    return value if player == p.player else -value
