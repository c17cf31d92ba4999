"""Chained comparisons"""

from typing import NamedTuple


class Position(NamedTuple):
    low: int
    mid: int
    high: int
    player: int


def start():
    return Position(0, 6, 13, 0)


def turn(p):
    return p.player


def moves(p):
    for n in range(1, 4):
        if p.low < p.low + n < p.mid:
            yield n
        if p.mid < p.high - n <= 12 != p.low:
            yield -n
    if p.low + 1 < p.mid < p.high - 1 <= 12:
        yield 9


def play(p, n):
    if n == 9:
        return Position(p.low + 1, p.mid, p.high - 1, 1 - p.player)
    if n > 0:
        return Position(p.low + n, p.mid, p.high, 1 - p.player)
    return Position(p.low, p.mid, p.high + n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = (p.low < 3 < p.mid - p.low) - (p.low < p.mid == p.high - 1 > 4) + 2 * (3 <= p.high - p.mid <= 5)
    return value if player == p.player else -value
