"""functools.partial"""

from functools import partial
from typing import NamedTuple


class Position(NamedTuple):
    bulls: int
    bears: int
    left: int


def start():
    return Position(5, 5, 7)


def turn(p):
    return p.left % 2


def clamp(low, high, n):
    return max(low, min(high, n))


small = partial(clamp, 0, 9)
tiny = partial(clamp, -2, high=2)


def moves(p):
    if p.left > 0:
        yield from (1, 2)
        if small(p.bulls + 4) < 9:
            yield 4


def play(p, n):
    if turn(p) == 1:
        return Position(small(p.bulls + n), small(p.bears - n // 2), p.left - 1)
    return Position(small(p.bulls - n), small(p.bears + 2 * n), p.left - 1)


def utility(p, player):
    lead = p.bulls - p.bears
    return 0 if lead == 0 else 1 if (lead > 0) == (player == 1) else -1


def evaluate(p, player):
    value = tiny(n=p.bulls - p.bears) + p.bulls / 8
    return value if player == 1 else -value
