"""Starred unpacking"""

from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    row: tuple
    left: int
    lead: int
    player: int


def start():
    return Position((4, 1, 6, 2, 5, 3), 6, 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.left:
        yield 0
        if p.left > 1:
            yield 1


def play(p, end):
    if end == 0:
        taken, *rest = p.row
        row = (*rest, 0)
    else:
        *rest, taken = p.row[: p.left]
        row = (*rest, 0, *p.row[p.left :])
    return Position(row, p.left - 1, p.lead + (taken if p.player == 0 else -taken), 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    head, *middle, tail = p.row
    value = p.lead + (max(head, tail) - max(middle)) * (1 if p.player == 0 else -1)
    return value if player == 0 else -value
