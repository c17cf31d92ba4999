"""A recursive function inside a rule"""

from typing import NamedTuple


class Position(NamedTuple):
    stairs: int
    player: int


def start():
    return Position(14, 0)


def turn(p):
    return p.player


def moves(p):
    for steps in (1, 2, 5):
        if steps <= p.stairs:
            yield steps


def play(p, steps):
    return Position(p.stairs - steps, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    def ways(n):
        if n < 0:
            return 0
        if n == 0:
            return 1
        return ways(n - 1) + ways(n - 2)

    value = ways(p.stairs) % 3 - 1
    return value if player == p.player else -value
