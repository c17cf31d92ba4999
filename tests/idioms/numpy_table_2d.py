"""A two-dimensional numpy array of floats as a table"""

from typing import NamedTuple

import numpy as np

FIELD = np.array([[0.5, 1.0, -0.5, 2.0], [1.5, -1.0, 0.25, 0.75], [0.0, 3.0, 1.25, -2.0]])
ROWS, COLUMNS = FIELD.shape


class Position(NamedTuple):
    row: int
    column: int
    heat: float
    left: int


def start():
    return Position(1, 1, 0.0, 7)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        if p.row + 1 < ROWS:
            yield 0
        if p.column + 1 < COLUMNS:
            yield 1
        if FIELD[p.row, p.column] > 0:
            yield 2


def play(p, move):
    row, column = (p.row + 1, p.column) if move == 0 else (p.row, p.column + 1) if move == 1 else (0, p.column // 2)
    gain = float(FIELD[row, column])
    return Position(row, column, p.heat + gain if turn(p) else p.heat - gain, p.left - 1)


def utility(p, player):
    return 0 if p.heat == 0 else 1 if (p.heat > 0) == (player == 1) else -1


def evaluate(p, player):
    value = p.heat + float(FIELD[p.row][p.column]) / 2
    return value if player == 1 else -value
