"""itertools.combinations"""

from itertools import combinations
from typing import NamedTuple


class Position(NamedTuple):
    mine: int
    theirs: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def has_triangle(edges):
    for triple in combinations(range(4), 3):
        if all(edges >> (4 * a + b) & 1 for a, b in combinations(triple, 2)):
            return True
    return False


def is_over(p):
    return has_triangle(p.theirs)


def moves(p):
    for a, b in combinations(range(4), 2):
        if not (p.mine | p.theirs) >> (4 * a + b) & 1:
            yield 4 * a + b


def play(p, edge):
    return Position(p.theirs, p.mine | 1 << edge, 1 - p.player)


def utility(p, player):
    if not is_over(p):
        return 0
    return 1 if player == p.player else -1


def evaluate(p, player):
    value = sum((p.theirs - p.mine) >> (4 * a + b) & 1 for a, b in combinations((0, 2, 3), 2))
    return value if player == p.player else -value
