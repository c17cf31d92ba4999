"""moves returns two lists joined with +"""

from typing import NamedTuple


class Position(NamedTuple):
    pawns: tuple
    player: int


def start():
    return Position((0, 0, 0, 6, 6, 6), 0)


def turn(p):
    return p.player


def pushes(p):
    own = range(3) if p.player == 0 else range(3, 6)
    return [i for i in own if abs(p.pawns[i] - p.pawns[(i + 3) % 6]) > 1]


def leaps(p):
    own = range(3) if p.player == 0 else range(3, 6)
    return [10 + i for i in own if abs(p.pawns[i] - p.pawns[(i + 3) % 6]) > 3]


def moves(p):
    return pushes(p) + leaps(p)


def play(p, move):
    step = 1 + move // 10
    pawns = list(p.pawns)
    pawns[move % 10] += step if p.player == 0 else -step
    return Position(tuple(pawns), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len(pushes(p) + leaps(p)) - 3 * (len(leaps(p)) % 2)
    return value if player == p.player else -value
