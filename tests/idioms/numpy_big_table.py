"""A numpy table of more than a megabyte"""

from typing import NamedTuple

import numpy as np

SIZE = 1 << 18
NUMBERS = np.arange(SIZE, dtype=np.int64)
HASHES = (NUMBERS * 2_654_435_761 >> 7) % 1009
assert HASHES.nbytes > 1_000_000


class Position(NamedTuple):
    code: int
    left: int


def start():
    return Position(1, 7)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        yield from (1, 2)
        if HASHES[p.code] % 2:
            yield 3


def play(p, n):
    return Position((p.code * 37 + n * int(HASHES[p.code]) + n) % SIZE, p.left - 1)


def utility(p, player):
    return 1 if HASHES[p.code] % 2 == player else -1


def evaluate(p, player):
    value = int(HASHES[p.code]) - 504
    return value if player == 0 else -value
