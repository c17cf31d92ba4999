"""itertools.groupby"""

from itertools import groupby
from typing import NamedTuple


class Position(NamedTuple):
    row: tuple
    player: int


def start():
    return Position((0,) * 8, 0)


def turn(p):
    return p.player


def moves(p):
    return [i for i in range(8) if p.row[i] == 0]


def play(p, i):
    row = list(p.row)
    row[i] = p.player + 1
    if p.row[i - 1] and i:
        row[i - 1] = 3
    return Position(tuple(row), 1 - p.player)


def longest(row, mark):
    best = 0
    for value, run in groupby(row):
        if value == mark:
            best = max(best, len(list(run)))
    return best


def utility(p, player):
    mine, theirs = longest(p.row, player + 1), longest(p.row, 2 - player)
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    groups = sum(1 for value, _ in groupby(p.row) if value == 0)
    value = longest(p.row, 1) - longest(p.row, 2) + (groups if p.player == 0 else -groups) / 8
    return value if player == 0 else -value
