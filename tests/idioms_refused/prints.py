"""print in a rule"""

from typing import NamedTuple


class Position(NamedTuple):
    sticks: int
    player: int


def start():
    return Position(11, 0)


def turn(p):
    return p.player


def moves(p):
    return [n for n in (1, 3, 4) if n <= p.sticks]


def play(p, n):
    print("taking", n, "of", p.sticks)
    return Position(p.sticks - n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.sticks % 7 - 3
    return value if player == p.player else -value
