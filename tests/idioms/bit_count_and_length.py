"""int.bit_count and int.bit_length"""

from typing import NamedTuple


class Position(NamedTuple):
    n: int
    player: int


def start():
    return Position(91, 0)


def turn(p):
    return p.player


def moves(p):
    if p.n:
        yield 1
        if p.n.bit_count() > 2:
            yield 2
        if p.n.bit_length() > 4:
            yield 3


def play(p, move):
    if move == 1:
        n = p.n - p.n.bit_count()
    elif move == 2:
        n = p.n & ~(1 << (p.n.bit_length() - 1))
    else:
        n = p.n >> 1
    return Position(n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 2 * p.n.bit_count() - p.n.bit_length() - (~p.n & 7).bit_count()
    return value if player == p.player else -value
