"""A set of tuples tested with in"""

from typing import NamedTuple

WALLS = {(1, 1), (2, 3), (3, 0), (0, 3)}


class Position(NamedTuple):
    row: int
    column: int
    player: int


def start():
    return Position(4, 4, 0)


def turn(p):
    return p.player


def is_free(row, column):
    return row >= 0 and column >= 0 and (row, column) not in WALLS


def moves(p):
    if is_free(p.row - 1, p.column):
        yield 0
    if is_free(p.row, p.column - 1):
        yield 1
    if is_free(p.row - 1, p.column - 1):
        yield 2


def play(p, way):
    return Position(p.row - (way != 1), p.column - (way != 0), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    blocked = 0
    for row in (p.row - 1, p.row, p.row + 1):
        if (row, p.column - 1) in WALLS:
            blocked += 1
    return blocked if player == p.player else -blocked
