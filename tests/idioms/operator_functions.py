"""Functions of the operator module"""

import operator
from functools import reduce
from typing import NamedTuple

ACTIONS = [operator.add, operator.sub, operator.xor]


class Position(NamedTuple):
    a: int
    b: int
    left: int


def start():
    return Position(6, 11, 7)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        for i in range(3):
            if ACTIONS[i](p.a, p.b) != p.b:
                yield i


def play(p, i):
    return Position(p.b, ACTIONS[i](p.a, p.b) % 16, p.left - 1)


def utility(p, player):
    return 1 if operator.gt(p.a, p.b) == (player == 0) else -1


def evaluate(p, player):
    biggest = max(((p.a, 1), (p.b, 2), (9, 3)), key=operator.itemgetter(0))
    value = reduce(operator.mul, (p.a - 8, biggest[1], 2)) - operator.floordiv(p.b, 3)
    return value if player == 0 else -value
