"""collections.Counter"""

from collections import Counter
from typing import NamedTuple


class Position(NamedTuple):
    tiles: tuple
    player: int


def start():
    return Position((1, 3, 1, 2, 3, 3, 2), 0)


def turn(p):
    return p.player


def moves(p):
    counts = Counter(p.tiles)
    for colour in (1, 2, 3):
        if counts[colour] > 0:
            yield colour


def play(p, colour):
    left = Counter(p.tiles)[colour]
    tiles = list(p.tiles)
    tiles[tiles.index(colour)] = 0
    if left == 2:
        tiles[tiles.index(colour)] = colour % 3 + 1 if colour < 3 else 0
    return Position(tuple(tiles), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    counts = Counter(tile for tile in p.tiles if tile)
    most = max(counts.values())
    value = most - 2 * len(counts) + counts[3] % 2
    return value if player == p.player else -value
