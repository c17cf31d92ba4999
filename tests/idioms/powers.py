"""** and pow, also with a modulus"""

from typing import NamedTuple


class Position(NamedTuple):
    n: int
    e: int
    player: int


def start():
    return Position(3, 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.e < 7:
        yield 2
        if p.n**2 < 150:
            yield 3
        yield 5


def play(p, k):
    return Position(pow(p.n, k, 17), p.e + 1, 1 - p.player)


def utility(p, player):
    return 1 if (p.n > 8) == (player == 0) else -1


def evaluate(p, player):
    value = p.n**0.5 + pow(2, p.e % 3) - 2 ** (p.n % 4) / 4 + pow(p.n, 2) % 3
    return value if player == 0 else -value
