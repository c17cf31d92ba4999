"""Negative indices"""

from typing import NamedTuple

BONUS = [1, 0, 2, -1, 3]


class Position(NamedTuple):
    recent: tuple
    total: int
    player: int


def start():
    return Position((0, 0, 0, 0), 0, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.total >= 20


def moves(p):
    for n in (1, 2, 3, 4):
        if n != p.recent[-1] and n != p.recent[-2]:
            yield n


def play(p, n):
    return Position(p.recent[1:] + (n,), p.total + n + max(0, BONUS[-n]), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = BONUS[-1 - p.recent[-1]] + p.recent[-3] - p.recent[-4]
    return value if player == p.player else -value
