"""A frozenset as a module constant"""

from typing import NamedTuple

LOSING = frozenset({0, 3, 6, 9, 13, 16, 19})
PRIMES = frozenset([2, 3, 5, 7])


class Position(NamedTuple):
    pile: int
    player: int


def start():
    return Position(23, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.pile < 2


def moves(p):
    for n in range(1, p.pile + 1):
        if n in PRIMES:
            yield n


def play(p, n):
    return Position(p.pile - n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = -len(LOSING) if p.pile in LOSING else len(PRIMES)
    return value if player == p.player else -value
