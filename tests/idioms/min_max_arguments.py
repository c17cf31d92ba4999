"""min and max of several arguments"""

from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    c: int
    player: int


def start():
    return Position(5, 7, 6, 0)


def turn(p):
    return p.player


def moves(p):
    yield from range(1, min(3, max(p.a, p.b, p.c)) + 1)


def play(p, n):
    largest = max(p.a, p.b, p.c)
    if p.a == largest:
        return Position(max(0, p.a - n), p.b, p.c, 1 - p.player)
    if p.b == largest:
        return Position(p.a, max(0, p.b - n), p.c, 1 - p.player)
    return Position(p.a, p.b, max(0, p.c - n), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = max(p.a, p.b, p.c) - 2 * min(p.a, p.b, p.c, 4) + min(0.5, p.b)
    return value if player == p.player else -value
