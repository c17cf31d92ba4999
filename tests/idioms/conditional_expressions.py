"""Conditional expressions, also nested"""

from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    left: int


def start():
    return Position(4, 7, 8)


def turn(p):
    return 0 if p.left % 2 == 0 else 1


def moves(p):
    yield from (() if p.left == 0 else (1, 2) if p.a < p.b else (2, 3))


def play(p, n):
    a = p.a + n if p.a % 2 else p.a - n if p.a > 5 else p.a * 2
    b = (p.b - 1 if n == 2 else p.b + 2) if p.left > 3 else p.b
    return Position(a, b, p.left - 1)


def utility(p, player):
    return 0 if p.a == p.b else 1 if (p.a > p.b) == (player == 0) else -1


def evaluate(p, player):
    value = p.a - p.b if p.left % 2 else 2 if p.a > p.b else -1 if p.a < p.b - 3 else 0.5
    return value if player == 0 else -value
