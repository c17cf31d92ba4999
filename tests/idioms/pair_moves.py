"""Moves that are pairs of ints"""

from typing import NamedTuple


class Position(NamedTuple):
    rows: tuple
    player: int


def start():
    return Position((4, 3, 2), 0)


def turn(p):
    return p.player


def moves(p):
    for row in range(3):
        for column in range(p.rows[row]):
            yield row, column


def play(p, move):
    row, column = move
    rows = list(p.rows)
    for below in range(row, 3):
        rows[below] = min(rows[below], column)
    return Position(tuple(rows), 1 - p.player)


def utility(p, player):
    return 1 if player == p.player else -1


def evaluate(p, player):
    value = p.rows[0] - p.rows[1] - 2 * p.rows[2]
    return value if player == p.player else -value
