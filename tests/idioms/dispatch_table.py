"""A dict or list of functions, chosen by the move"""

from typing import NamedTuple


class Position(NamedTuple):
    x: int
    y: int
    left: int


def start():
    return Position(3, 8, 7)


def turn(p):
    return p.left % 2


def add(x, y):
    return x + 1, y - x


def mirror(x, y):
    return y, x


def shrink(x, y):
    return x // 2, y + 1


ACTIONS = {1: add, 2: mirror, 5: shrink}
SCORES = [lambda p: p.x - p.y, lambda p: p.x % 4, lambda p: -p.y % 5]


def moves(p):
    if p.left > 0:
        for number in ACTIONS:
            if number != 2 or p.x < p.y:
                yield number


def play(p, number):
    x, y = ACTIONS[number](p.x, p.y)
    return Position(x, y, p.left - 1)


def utility(p, player):
    return 1 if (p.x >= p.y) == (player == 0) else -1


def evaluate(p, player):
    value = SCORES[p.left % 3](p)
    return value if player == 0 else -value
