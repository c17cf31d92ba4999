"""A plain dataclass that is never changed"""

from dataclasses import dataclass


@dataclass
class Position:
    wolf: int
    hare: int
    turns: int


GRAPH = [(1, 4), (0, 2, 4), (1, 3, 5), (2, 5), (0, 1, 5), (2, 3, 4)]


def start():
    return Position(0, 3, 0)


def turn(p):
    return p.turns % 2


def is_over(p):
    return p.wolf == p.hare or p.turns == 9


def moves(p):
    if turn(p) == 0:
        return GRAPH[p.wolf]
    return GRAPH[p.hare]


def play(p, node):
    if turn(p) == 0:
        return Position(node, p.hare, p.turns + 1)
    return Position(p.wolf, node, p.turns + 1)


def utility(p, player):
    caught = p.wolf == p.hare
    return 1 if caught == (player == 0) else -1


def evaluate(p, player):
    near = 0.5 if p.hare in GRAPH[p.wolf] else 0.0
    value = near * (1 if turn(p) == 0 else -1) - p.turns / 16
    return value if player == 0 else -value
