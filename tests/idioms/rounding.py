"""round, int of a float and float of an int"""

from typing import NamedTuple


class Position(NamedTuple):
    level: float
    left: int


def start():
    return Position(2.5, 7)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        yield 1
        yield 2
        if round(p.level) % 2 == 0:
            yield 3


def play(p, move):
    if move == 1:
        level = p.level + 1.25
    elif move == 2:
        level = float(round(p.level))
    else:
        level = int(p.level * 1.5) - 0.5
    return Position(level, p.left - 1)


def utility(p, player):
    return 1 if int(p.level) % 2 == player else -1


def evaluate(p, player):
    value = round(p.level / 3, 1) - round(p.level - 0.5)
    return value if player == 0 else -value
