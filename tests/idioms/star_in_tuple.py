"""(*a, x, *b) to build a tuple"""

from typing import NamedTuple


class Position(NamedTuple):
    line: tuple
    left: int


def start():
    return Position((1, 2, 3, 4, 5), 7)


def turn(p):
    return p.left % 2


def is_over(p):
    return p.left == 0 or p.line[0] == p.line[-1]


def moves(p):
    return [*range(1, 4), *((4,) if p.line[2] > 3 else ())]


def play(p, i):
    first, *rest = p.line
    if i == 4:
        return Position((*rest[::-1], first - 1), p.left - 1)
    return Position((*rest[:i], first + i, *rest[i:]), p.left - 1)


def utility(p, player):
    if p.line[0] == p.line[-1]:
        return -1 if player == turn(p) else 1
    return 0


def evaluate(p, player):
    ends = [p.line[-1], *p.line[:2], p.left]
    value = ends[0] - ends[2] * 2 + max(*ends, 3)
    return value if player == turn(p) else -value
