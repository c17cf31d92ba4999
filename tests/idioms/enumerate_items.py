"""enumerate"""

from typing import NamedTuple


class Position(NamedTuple):
    stacks: tuple
    last: int
    player: int


def start():
    return Position((2, 4, 1, 3), 4, 0)


def turn(p):
    return p.player


def moves(p):
    for i, height in enumerate(p.stacks):
        if height > i % 2 and i != p.last:
            yield i


def play(p, i):
    stacks = []
    for j, height in enumerate(p.stacks):
        stacks.append(height // 2 if j == i else height)
    return Position(tuple(stacks), i, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 0
    for i, height in enumerate(p.stacks):
        value += height * (i - 1)
    return value if player == p.player else -value
