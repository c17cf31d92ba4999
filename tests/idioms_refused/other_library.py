"""A library that works on objects of its own: fractions"""

from fractions import Fraction
from typing import NamedTuple


class Position(NamedTuple):
    top: int
    bottom: int
    left: int


def start():
    return Position(1, 2, 7)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        yield from (2, 3, 5)


def play(p, n):
    share = Fraction(p.top, p.bottom) + Fraction(1, n) if p.left > 3 else Fraction(p.top, p.bottom) * Fraction(2, n)
    return Position(share.numerator, share.denominator, p.left - 1)


def utility(p, player):
    return 1 if (Fraction(p.top, p.bottom) > 1) == (player == 0) else -1


def evaluate(p, player):
    value = float(Fraction(p.top, p.bottom) - 1)
    return value if player == 0 else -value
