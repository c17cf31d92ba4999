"""Tuples joined with + and repeated with *"""

from typing import NamedTuple

EMPTY = (0,) * 3
FRAME = (9,) + EMPTY * 2 + (9,)


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position(FRAME, 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(1, 7):
        if p.cells[i] == 0 and p.cells[i - 1] != p.player + 1:
            yield i


def play(p, i):
    mark = p.player + 1
    if p.cells[i + 1] == 0:
        return Position(p.cells[:i] + (mark,) * 2 + p.cells[i + 2 :], 1 - p.player)
    return Position(p.cells[:i] + (mark,) + p.cells[i + 1 :], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    doubled = p.cells[1:4] * 2 + (1,)
    padded = (0,) + p.cells[1:-1] + (0,)
    value = doubled.count(1) - 2 * (padded[:2] == (0,) * 2) - (padded[3:] + (2, 2)).count(2)
    return value if player == 0 else -value
