"""A dict whose values are tuples"""

from typing import NamedTuple

STEPS = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}
SIZE = 4


class Position(NamedTuple):
    x: int
    y: int
    trail: int
    player: int


def start():
    return Position(0, 0, 1, 0)


def turn(p):
    return p.player


def is_free(p, heading):
    dx, dy = STEPS[heading]
    x, y = p.x + dx, p.y + dy
    return 0 <= x < SIZE and 0 <= y < SIZE and not p.trail >> (y * SIZE + x) & 1


def moves(p):
    for heading in STEPS:
        if is_free(p, heading):
            yield heading


def play(p, heading):
    dx, dy = STEPS[heading]
    x, y = p.x + dx, p.y + dy
    return Position(x, y, p.trail | 1 << (y * SIZE + x), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    exits = 0
    for heading in range(4):
        if is_free(p, heading):
            exits += 1
    value = 1 if exits % 2 else -1
    return value if player == p.player else -value
