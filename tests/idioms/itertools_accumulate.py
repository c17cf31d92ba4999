"""itertools.accumulate"""

from itertools import accumulate
from typing import NamedTuple


class Position(NamedTuple):
    steps: tuple
    count: int


def start():
    return Position((0, 0, 0, 0, 0, 0), 0)


def turn(p):
    return p.count % 2


def is_over(p):
    return p.count == 6 or any(abs(height) > 3 for height in accumulate(p.steps))


def moves(p):
    heights = list(accumulate(p.steps))
    return [-2, 1, 3] if heights[-1] > 0 else [2, -1]


def play(p, step):
    return Position(p.steps[: p.count] + (step,) + p.steps[p.count + 1 :], p.count + 1)


def utility(p, player):
    lowest = min(accumulate(p.steps))
    return 1 if (lowest < 0) == (player == 0) else -1


def evaluate(p, player):
    value = 1 - sum(accumulate(p.steps, max)) + list(accumulate(p.steps))[2]
    return value if player == 0 else -value
