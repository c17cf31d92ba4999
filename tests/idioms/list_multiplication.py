"""[0] * n as a table to fill"""

from typing import NamedTuple

BUCKETS = 4


class Position(NamedTuple):
    ants: tuple
    left: int


def start():
    return Position((0, 1, 5, 6, 10), 7)


def turn(p):
    return p.left % 2


def filled(ants):
    buckets = [0] * BUCKETS
    for ant in ants:
        buckets[ant % BUCKETS] += 1
    return buckets


def is_over(p):
    return p.left == 0 or max(filled(p.ants)) >= 4


def moves(p):
    buckets = filled(p.ants)
    for i, ant in enumerate(p.ants):
        if buckets[ant % BUCKETS] < 3:
            yield i


def play(p, i):
    return Position(p.ants[:i] + (p.ants[i] + i + 1,) + p.ants[i + 1 :], p.left - 1)


def utility(p, player):
    if max(filled(p.ants)) < 4:
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    buckets = filled(p.ants)
    value = buckets[0] * 2 - buckets[3] - [1, 2].count(buckets[1])
    return value if player == turn(p) else -value
