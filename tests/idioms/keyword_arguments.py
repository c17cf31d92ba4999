"""Keyword arguments in calls"""

from typing import NamedTuple


class Position(NamedTuple):
    width: int
    height: int
    player: int


def start():
    return Position(width=5, height=4, player=0)


def turn(p):
    return p.player


def cut(p, columns, rows):
    return Position(height=p.height - rows, player=1 - p.player, width=p.width - columns)


def moves(p):
    for n in range(1, p.width):
        yield n
    for n in range(1, p.height):
        yield -n


def play(p, n):
    if n > 0:
        return cut(p, rows=0, columns=n)
    return cut(p, rows=-n, columns=0)


def utility(p, player):
    return -1 if player == p.player else 1


def shape(width, height, scale):
    return scale * (width - height)


def evaluate(p, player):
    value = shape(scale=2, height=p.height, width=p.width) + shape(p.height % 2, scale=1, height=p.width % 3)
    return value if player == p.player else -value
