"""Constants as class attributes of the position"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Position:
    GOAL: ClassVar[int] = 15
    NUMBERS: ClassVar[list[int]] = [1, 2, 3, 4, 5, 6, 7, 8, 9]

    mine: int
    theirs: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def has_goal(taken):
    for a in Position.NUMBERS:
        for b in Position.NUMBERS:
            c = Position.GOAL - a - b
            if a < b < c <= 9 and taken >> a & 1 and taken >> b & 1 and taken >> c & 1:
                return True
    return False


def is_over(p):
    return has_goal(p.theirs)


def moves(p):
    for n in p.NUMBERS:
        if not (p.mine | p.theirs) >> n & 1:
            yield n


def play(p, n):
    return Position(p.theirs, p.mine | 1 << n, 1 - p.player)


def utility(p, player):
    if not has_goal(p.theirs):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(p.GOAL % n for n in p.NUMBERS if p.theirs >> n & 1)
    value -= sum(p.GOAL % n for n in p.NUMBERS if p.mine >> n & 1)
    return -value if player == p.player else value
