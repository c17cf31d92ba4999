"""Numbers of more than 64 bits"""

from typing import NamedTuple

SIZE = 90


class Position(NamedTuple):
    cells: int
    last: int
    player: int


def start():
    return Position((1 << SIZE) - 1, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for cell in (p.last + 17, p.last + 31, p.last + 40):
        if cell < SIZE and p.cells >> cell & 1:
            yield cell


def play(p, cell):
    return Position(p.cells & ~(0b111 << cell), cell, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.cells % 1009 - 500
    return value if player == p.player else -value
