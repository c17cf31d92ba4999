"""while ... else"""

from typing import NamedTuple


class Position(NamedTuple):
    n: int
    player: int


def start():
    return Position(31, 0)


def turn(p):
    return p.player


def smallest_factor(n):
    factor = 2
    while factor * factor <= n:
        if n % factor == 0:
            break
        factor += 1
    else:
        factor = n
    return factor


def moves(p):
    if p.n > 1:
        yield 1
        if smallest_factor(p.n) < p.n:
            yield smallest_factor(p.n)


def play(p, n):
    return Position(p.n - n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    factor = smallest_factor(p.n)
    value = -3 if factor == p.n else factor
    return value if player == p.player else -value
