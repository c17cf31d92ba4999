"""% and // of negative numbers"""

from typing import NamedTuple


class Position(NamedTuple):
    hand: int
    steps: int


def start():
    return Position(-2, 0)


def turn(p):
    return p.steps % 2


def is_over(p):
    return p.steps == 8 or p.hand % 12 == 0


def moves(p):
    yield -5
    yield 3
    if p.hand // 4 < -1:
        yield 7
    if -p.hand % 3 == 1:
        yield -1


def play(p, n):
    return Position((p.hand + n) % -24, p.steps + 1)


def utility(p, player):
    if p.hand % 12 != 0:
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    value = p.hand // 5 + p.hand % 7 - 7.5 % (p.hand - 1) + divmod(p.hand, 4)[1]
    return value if player == turn(p) else -value
