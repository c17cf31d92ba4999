"""next(..., default) of an expression"""

from typing import NamedTuple


class Position(NamedTuple):
    chairs: tuple
    left: int


def start():
    return Position((False,) * 7, 10)


def turn(p):
    return p.left % 2


def next_free(chairs, begin):
    return next((i for i in range(begin, 7) if not chairs[i]), -1)


def moves(p):
    found = {next_free(p.chairs, begin) for begin in (0, 2, 5)}
    return sorted(i for i in found if i >= 0) if p.left else []


def play(p, i):
    leaving = next((j for j in range(6, -1, -1) if p.chairs[j] and p.left % 3 == 0), None)
    return Position(tuple(j == i or (taken and j != leaving) for j, taken in enumerate(p.chairs)), p.left - 1)


def utility(p, player):
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    value = next((i for i, taken in enumerate(p.chairs) if taken), 9) - next(iter(sorted(p.chairs, reverse=True)))
    value += next_free(p.chairs, 4) / 2
    return value if player == turn(p) else -value
