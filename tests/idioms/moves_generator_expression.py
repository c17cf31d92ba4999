"""moves returns a generator expression"""

from typing import NamedTuple


class Position(NamedTuple):
    odd: int
    even: int
    left: int


def start():
    return Position(0, 0, 6)


def turn(p):
    return p.left % 2


def moves(p):
    return (n for n in range(1, p.left + 1) if (n * p.odd + p.even) % 3 != 2 or n == p.left)


def play(p, n):
    if p.left % 2:
        return Position(p.odd + n, p.even, p.left - 1)
    return Position(p.odd, p.even + n * n % 5, p.left - 1)


def utility(p, player):
    lead = p.even - p.odd if player == 0 else p.odd - p.even
    return 0 if lead == 0 else 1 if lead > 0 else -1


def evaluate(p, player):
    lead = p.even - p.odd + (sum(moves(p)) % 3) / 4
    return lead if player == 0 else -lead
