"""moves returns a range"""

from typing import NamedTuple


class Position(NamedTuple):
    heap: int
    most: int
    player: int


def start():
    return Position(16, 3, 0)


def turn(p):
    return p.player


def moves(p):
    return range(1, min(p.heap, p.most) + 1)


def play(p, n):
    return Position(p.heap - n, 2 * n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len(moves(p)) - (p.heap in (2, 3, 5, 8, 13)) * 4
    return value if player == p.player else -value
