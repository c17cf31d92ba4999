"""A helper with **kwargs, and ** in a call"""

from typing import NamedTuple

SCALES = {"near": 3, "far": 1}


class Position(NamedTuple):
    gap: int
    nerve: int
    player: int


def start():
    return Position(15, 4, 0)


def turn(p):
    return p.player


def moved(p, **changes):
    return p._replace(player=1 - p.player, **changes)


def moves(p):
    for n in (1, 2, 3):
        if n <= p.gap:
            yield n
    if p.nerve > 0:
        yield 0


def play(p, n):
    if n == 0:
        return moved(p, nerve=p.nerve - 1)
    if n == 3:
        return moved(p, gap=p.gap - 3, nerve=max(0, p.nerve - 2))
    return moved(p, gap=p.gap - n)


def utility(p, player):
    return -1 if player == p.player else 1


def score(gap, nerve, near, far):
    return near * (gap % 4) - far * nerve


def evaluate(p, player):
    value = score(p.gap, p.nerve, **SCALES)
    return value if player == p.player else -value
