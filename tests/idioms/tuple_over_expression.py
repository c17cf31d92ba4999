"""tuple(...) over an expression"""

from typing import NamedTuple


class Position(NamedTuple):
    lamps: tuple
    left: int


def start():
    return Position((True, False, True, True, False), 7)


def turn(p):
    return p.left % 2


def is_over(p):
    return p.left == 0 or not any(p.lamps)


def moves(p):
    return tuple(i for i in range(5) if p.lamps[i] or i == p.left % 5)


def play(p, switch):
    return Position(tuple(lamp != (abs(i - switch) <= 1) for i, lamp in enumerate(p.lamps)), p.left - 1)


def utility(p, player):
    if any(p.lamps):
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    pairs = tuple(p.lamps[i] + 2 * p.lamps[i + 1] for i in range(4))
    value = pairs[0] - pairs[3] + 2 * (pairs[1] == pairs[2])
    return value if player == turn(p) else -value
