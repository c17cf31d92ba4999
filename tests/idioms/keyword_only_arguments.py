"""Keyword-only arguments"""

from typing import NamedTuple


class Position(NamedTuple):
    left: int
    right: int
    player: int


def start():
    return Position(6, 9, 0)


def turn(p):
    return p.player


def after(p, *, left=0, right=0):
    return Position(p.left - left, p.right - right, 1 - p.player)


def moves(p):
    if p.left > 0:
        yield 1
    if p.right > 0:
        yield 2
    if p.left > 2 and p.right > 1:
        yield 3


def play(p, move):
    if move == 1:
        return after(p, left=1)
    if move == 2:
        return after(p, right=1)
    return after(p, right=2, left=3)


def utility(p, player):
    return -1 if player == p.player else 1


def weighted(p, *, heavy, light=1):
    return heavy * p.left - light * p.right


def evaluate(p, player):
    value = weighted(p, heavy=2) if p.left % 3 else weighted(p, light=3, heavy=1)
    return value if player == p.player else -value
