"""A nested list with rows of different lengths"""

from typing import NamedTuple

NEIGHBOURS = [[1, 2], [0, 2, 3], [0, 1, 3, 4], [1, 2, 4, 5, 6], [2, 3, 6], [3, 6], [3, 4, 5]]


class Position(NamedTuple):
    here: int
    there: int
    visited: int
    player: int


def start():
    return Position(0, 6, 1 << 0 | 1 << 6, 0)


def turn(p):
    return p.player


def moves(p):
    for node in NEIGHBOURS[p.here]:
        if not p.visited >> node & 1:
            yield node


def play(p, node):
    return Position(p.there, node, p.visited | 1 << node, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    freedom = len(NEIGHBOURS[p.here]) - len(NEIGHBOURS[p.there])
    for node in NEIGHBOURS[p.there]:
        freedom -= 1 - (p.visited >> node & 1)
    return freedom if player == p.player else -freedom
