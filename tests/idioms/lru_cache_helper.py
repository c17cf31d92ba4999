"""functools.lru_cache on a helper"""

from functools import lru_cache
from typing import NamedTuple


class Position(NamedTuple):
    heaps: tuple[int, int, int]
    player: int


def start():
    return Position((7, 4, 6), 0)


def turn(p):
    return p.player


@lru_cache(maxsize=1000)
def grundy(n):
    if n < 2:
        return 0
    reachable = {grundy(a) ^ grundy(n - 2 - a) for a in range(n - 1)}
    value = 0
    while value in reachable:
        value += 1
    return value


def moves(p):
    for heap, n in enumerate(p.heaps):
        if n >= 2:
            yield heap


def play(p, heap):
    heaps = list(p.heaps)
    heaps[heap] -= 2 if grundy(heaps[heap]) % 2 else 3
    return Position(tuple(max(0, n) for n in heaps), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = grundy(p.heaps[0]) ^ grundy(p.heaps[1]) ^ grundy(p.heaps[2])
    return value if player == p.player else -value
