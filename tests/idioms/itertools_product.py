"""itertools.product"""

from itertools import product
from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    rows: int
    columns: int
    lead: int
    player: int


def start():
    return Position(0, 0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for row, column in product(range(3), range(4)):
        if not p.rows >> row & 1 and not p.columns >> column & 1:
            yield row * 4 + column


def play(p, move):
    row, column = divmod(move, 4)
    gain = (row * 5 + column * 3) % 7
    return Position(p.rows | 1 << row, p.columns | 1 << column, p.lead + (gain, -gain)[p.player], 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    free = 0
    for (row, column), sign in product(((0, 1), (1, 2), (2, 3)), (1, 2)):
        if not p.rows >> row & 1 and p.columns >> column & 1:
            free += sign
    value = p.lead * 2 + (free if p.player == 0 else -free)
    return value if player == 0 else -value
