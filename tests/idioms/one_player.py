"""A puzzle for one player with a list of goals"""

from typing import NamedTuple

players = 1
objective = "score"
GOALS = [5, 9, 14, 20]


class Position(NamedTuple):
    number: int
    left: int
    points: int


def start():
    return Position(2, 6, 0)


def turn(p):
    return 0


def moves(p):
    if p.left > 0:
        yield 0
        yield 1
        if p.number > 7:
            yield 2


def play(p, move):
    number = p.number * 2 if move == 0 else p.number + 3 if move == 1 else p.number - 7
    gained = GOALS.index(number) + 1 if number in GOALS else 0
    return Position(number, p.left - 1, p.points + gained)


def utility(p, player):
    return p.points


def evaluate(p, player):
    return p.points / 2 + max(0, 4 - min(abs(goal - p.number) for goal in GOALS)) / 8
