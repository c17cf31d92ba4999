"""Two helpers that call each other"""

from typing import NamedTuple


class Position(NamedTuple):
    left: int
    right: int
    player: int


def start():
    return Position(7, 9, 0)


def turn(p):
    return p.player


def moves(p):
    if p.left > 0:
        yield 1
    if p.right > 0:
        yield 2
    if p.left > 1 and p.right > 1:
        yield 3


def play(p, move):
    return Position(p.left - (1, 0, 2)[move - 1], p.right - (0, 1, 2)[move - 1], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def climbs(n, steps):
    if n <= 0:
        return steps
    return falls(n - 2, steps + 1)


def falls(n, steps):
    if n <= 0:
        return -steps
    return climbs(n // 2, steps + 1) if n % 3 else climbs(n - 1, steps)


def evaluate(p, player):
    value = climbs(p.left, 0) - climbs(p.right, 1)
    return value if player == p.player else -value
