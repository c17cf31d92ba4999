"""A classmethod as another constructor"""

from typing import NamedTuple


class Position(NamedTuple):
    row: int
    column: int
    blocked: int
    player: int

    @classmethod
    def new(cls, size):
        return cls(size - 1, size - 1, 0, 0)

    @classmethod
    def at(cls, row, column, blocked, player):
        return cls(row, column, blocked | 1 << (row * 5 + column), player)


def start():
    return Position.new(5)


def turn(p):
    return p.player


def moves(p):
    for n in range(1, p.row + 1):
        yield n
    for n in range(1, p.column + 1):
        yield 10 + n


def play(p, move):
    if move > 10:
        return Position.at(p.row, p.column - (move - 10), p.blocked, 1 - p.player)
    return Position.at(p.row - move, p.column, p.blocked, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = (p.row ^ p.column) - Position.new(3).row * (p.blocked & 1)
    return value if player == p.player else -value
