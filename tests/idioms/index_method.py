"""tuple.index and list.index"""

from typing import NamedTuple

CYCLE = [0, 3, 1, 4, 2]


class Position(NamedTuple):
    tiles: tuple
    left: int
    player: int


def start():
    return Position((0, 1, 2, 3, 4), 6, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.left == 0 or p.tiles.index(0) == 4


def moves(p):
    gap = p.tiles.index(0)
    for i in (gap - 2, gap - 1, gap + 1, gap + 2):
        if 0 <= i < 5:
            yield i


def play(p, i):
    tiles = list(p.tiles)
    gap = tiles.index(0)
    tiles[gap], tiles[i] = tiles[i], 0
    return Position(tuple(tiles), p.left - 1, 1 - p.player)


def utility(p, player):
    if p.tiles.index(0) == 4:
        return -1 if player == p.player else 1
    return 0


def evaluate(p, player):
    value = p.tiles.index(0) - CYCLE.index(p.tiles[2])
    return value if player == p.player else -value
