"""Unpacking a tuple in a call: f(*values)"""

from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    c: int
    player: int


def start():
    return Position(4, 6, 3, 0)


def turn(p):
    return p.player


def moves(p):
    for heap, n in enumerate(p[:3]):
        if n:
            yield heap
            if n > 2:
                yield 10 + heap


def play(p, move):
    heaps = list(p[:3])
    heaps[move % 10] -= 1 + 2 * (move // 10)
    return Position(*heaps, 1 - p.player)


def mixed(a, b, c):
    return a ^ b ^ c


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    *heaps, mover = p
    value = mixed(*heaps) - max(*heaps)
    return value if player == mover else -value
