"""Chance with a list of pairs returned at once"""

from typing import NamedTuple

from kibitz import CHANCE

DICE = [1, 1, 2, 3]


class Position(NamedTuple):
    ladder: int
    thrown: int
    steps: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return CHANCE if p.thrown == 0 else p.steps % 2


def is_over(p):
    return abs(p.ladder) >= 5 or p.steps == 6


def moves(p):
    return [-p.thrown, p.thrown, 0]


def chances(p):
    return [(face, DICE.count(face) / len(DICE)) for face in sorted(set(DICE))]


def play(p, move):
    if p.thrown == 0:
        return Position(p.ladder, move, p.steps)
    return Position(p.ladder + move + (move == 0), 0, p.steps + 1)


def utility(p, player):
    return 0 if p.ladder == 0 else 1 if (p.ladder > 0) == (player == 0) else -1


def evaluate(p, player):
    value = (p.ladder + p.thrown * (1 - 2 * (p.steps % 2)) / 2) / 16
    return value if player == 0 else -value
