"""math.gcd, isqrt, comb and factorial"""

import math
from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    player: int


def start():
    return Position(24, 18, 0)


def turn(p):
    return p.player


def moves(p):
    for n in (1, 2, 3):
        if n <= p.a and math.gcd(p.a - n, p.b) != 1:
            yield n
    if p.b > 1:
        yield 4


def play(p, n):
    if n == 4:
        return Position(p.a, math.isqrt(p.b), 1 - p.player)
    return Position(p.a - n, p.b, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = math.comb(p.b % 7, 2) - math.factorial(p.a % 4) + math.gcd(p.a, p.b)
    return value if player == p.player else -value
