"""A recursive generator with yield from"""

from typing import NamedTuple

TREE = {0: (1, 2), 1: (3, 4), 2: (5,), 3: (), 4: (6, 7), 5: (8,), 6: (), 7: (), 8: ()}


class Position(NamedTuple):
    cut: int
    player: int


def start():
    return Position(0, 0)


def turn(p):
    return p.player


def standing(node, cut):
    if not cut >> node & 1:
        yield node
        for child in TREE[node]:
            yield from standing(child, cut)


def moves(p):
    for node in standing(0, p.cut):
        if node != 0:
            yield node


def play(p, node):
    return Position(p.cut | 1 << node, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 0
    for node in standing(0, p.cut):
        value ^= node
    return value if player == p.player else -value
