"""A staticmethod on the position"""

from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    player: int

    @staticmethod
    def gcd(a, b):
        while b:
            a, b = b, a % b
        return a

    @staticmethod
    def ordered(a, b):
        return (a, b) if a >= b else (b, a)


def start():
    return Position(26, 15, 0)


def turn(p):
    return p.player


def moves(p):
    if p.b > 0:
        yield from range(1, p.a // p.b + 1)


def play(p, times):
    a, b = Position.ordered(p.a - times * p.b, p.b)
    return Position(a, b, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.gcd(p.a, p.b) - p.gcd(p.a, 6) if p.a < 2 * p.b else 7
    return value if player == p.player else -value
