"""range with a step, also downwards"""

from typing import NamedTuple

SIZE = 11


class Position(NamedTuple):
    lamps: int
    player: int


def start():
    return Position((1 << SIZE) - 1, 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(SIZE - 1, -1, -2):
        if p.lamps >> i & 1:
            yield i
    for i in range(1, SIZE, 4):
        if p.lamps >> i & 1:
            yield i


def play(p, i):
    lamps = p.lamps
    for j in range(i, SIZE, 3):
        lamps &= ~(1 << j)
    return Position(lamps, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 0
    for i in range(10, 0, -3):
        value += i * (p.lamps >> i & 1)
    return value % 5 if player == p.player else -(value % 5)
