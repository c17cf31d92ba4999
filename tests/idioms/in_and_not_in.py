"""in and not in with tuples and lists"""

from typing import NamedTuple

HOLES = [2, 6, 7, 12]


class Position(NamedTuple):
    balls: tuple[int, int, int]
    player: int


def start():
    return Position((13, 9, 5), 0)


def turn(p):
    return p.player


def moves(p):
    for i, ball in enumerate(p.balls):
        if ball > 0 and ball - 1 not in p.balls or ball == 1:
            yield i


def play(p, i):
    ball = p.balls[i] - 1
    if ball in HOLES:
        ball -= 1 if ball - 1 in p.balls or ball == 2 else 2
    return Position(tuple(ball if n == i else b for n, b in enumerate(p.balls)), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 0
    for ball in p.balls:
        value += 2 if ball + 1 in p.balls else 0
        value -= ball - 1 in HOLES
    return value if player == p.player else -value
