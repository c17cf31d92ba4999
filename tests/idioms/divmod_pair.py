"""divmod"""

from typing import NamedTuple


class Position(NamedTuple):
    number: int
    player: int


def start():
    return Position(47, 0)


def turn(p):
    return p.player


def moves(p):
    for base in (2, 3, 5):
        quotient, rest = divmod(p.number, base)
        if quotient > 0 and rest != base - 1:
            yield base


def play(p, base):
    quotient, rest = divmod(p.number, base)
    return Position(quotient * (base - 1) + rest if base < 5 else quotient + rest, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    high, low = divmod(p.number - 20, 6)
    value = high - low
    return value if player == p.player else -value
