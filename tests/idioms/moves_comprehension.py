"""moves returns a list comprehension"""

from typing import NamedTuple


class Position(NamedTuple):
    columns: tuple
    player: int


def start():
    return Position((0, 0, 0, 0), 0)


def turn(p):
    return p.player


def moves(p):
    return [column for column, height in enumerate(p.columns) if height < 3 and height <= min(p.columns) + 1]


def play(p, column):
    return Position(p.columns[:column] + (p.columns[column] + 1,) + p.columns[column + 1 :], 1 - p.player)


def is_over(p):
    return p.columns[0] == p.columns[1] + p.columns[2] and p.columns[3] == 2


def utility(p, player):
    if not is_over(p):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len(moves(p)) - 2 * p.columns[3]
    return value if player == p.player else -value
