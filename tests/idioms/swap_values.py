"""Swapping with a, b = b, a"""

from typing import NamedTuple


class Position(NamedTuple):
    order: tuple
    last: int
    player: int


def start():
    return Position((2, 4, 1, 0, 3), -1, 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(4):
        if p.order[i] > p.order[i + 1]:
            yield i


def play(p, i):
    order = list(p.order)
    order[i], order[i + 1] = order[i + 1], order[i]
    return Position(tuple(order), i, 1 - p.player)


def utility(p, player):
    if p.last % 2:
        return 1 if player == p.player else -1
    return -1 if player == p.player else 1


def evaluate(p, player):
    low, high = p.order[1], p.order[2]
    if low > high:
        low, high = high, low
    value = high - 2 * low + p.last
    return value if player == p.player else -value
