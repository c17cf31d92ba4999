"""A dict as a field of the position"""

from dataclasses import dataclass


@dataclass
class Position:
    heaps: dict
    player: int


def start():
    return Position({1: 3, 4: 2, 6: 4}, 0)


def turn(p):
    return p.player


def moves(p):
    return [heap for heap, n in p.heaps.items() if n > 0]


def play(p, heap):
    return Position({**p.heaps, heap: p.heaps[heap] - 1 - (p.heaps[heap] > 2)}, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.heaps[1] - p.heaps[4]
    return value if player == p.player else -value
