"""math.sqrt, floor, ceil, hypot and pi"""

import math
from typing import NamedTuple


class Position(NamedTuple):
    x: int
    y: int
    left: int


def start():
    return Position(1, 1, 7)


def turn(p):
    return p.left % 2


def is_over(p):
    return p.left == 0 or math.sqrt(p.x * p.x + p.y * p.y) > 8


def moves(p):
    yield 0
    yield 1
    if math.floor(math.sqrt(p.x)) != math.ceil(math.sqrt(p.y)):
        yield 2


def play(p, move):
    if move == 0:
        return Position(p.x + 2, p.y, p.left - 1)
    if move == 1:
        return Position(p.x, p.y + 3, p.left - 1)
    return Position(p.y, math.ceil(p.x / 2), p.left - 1)


def utility(p, player):
    if math.hypot(p.x, p.y) <= 8:
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    value = math.hypot(p.x, p.y) / math.pi - math.floor(p.y / 2.5)
    return value if player == turn(p) else -value
