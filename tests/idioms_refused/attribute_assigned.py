"""A dataclass whose attributes are assigned in play"""

from dataclasses import dataclass


@dataclass
class Position:
    sticks: int
    player: int


def start():
    return Position(13, 0)


def turn(p):
    return p.player


def moves(p):
    return [n for n in (1, 2, 3) if n <= p.sticks]


def play(p, n):
    p.sticks -= n
    p.player = 1 - p.player
    return p


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.sticks % 4
    return value if player == p.player else -value
