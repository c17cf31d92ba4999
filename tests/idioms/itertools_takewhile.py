"""itertools.takewhile, islice and count"""

from itertools import count, islice, takewhile
from typing import NamedTuple


class Position(NamedTuple):
    pool: int
    player: int


def start():
    return Position(29, 0)


def turn(p):
    return p.player


def squares(limit):
    return takewhile(lambda n: n <= limit, (n * n for n in count(1)))


def moves(p):
    return list(islice(squares(p.pool), 3))


def play(p, n):
    return Position(p.pool - n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(1 for n in squares(p.pool) if (p.pool - n) % 5 in (0, 2)) - sum(islice(count(p.pool % 3, 2), 2))
    return value if player == p.player else -value
