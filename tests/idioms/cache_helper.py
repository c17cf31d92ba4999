"""functools.cache on a helper with two arguments"""

from functools import cache
from typing import NamedTuple


class Position(NamedTuple):
    row: int
    column: int
    player: int


def start():
    return Position(4, 6, 0)


def turn(p):
    return p.player


@cache
def paths(rows, columns):
    if rows == 0 or columns == 0:
        return 1
    return paths(rows - 1, columns) + paths(rows, columns - 1)


def moves(p):
    if p.row > 0:
        yield 0
    if p.column > 0:
        yield 1
    if p.row > 0 and p.column > 0 and paths(p.row, p.column) % 2 == 0:
        yield 2


def play(p, move):
    return Position(p.row - (move != 1), p.column - (move != 0), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = paths(p.row, p.column) % 5 - 2
    return value if player == p.player else -value
