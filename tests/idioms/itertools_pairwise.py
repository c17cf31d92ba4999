"""itertools.pairwise"""

from itertools import pairwise
from typing import NamedTuple


class Position(NamedTuple):
    beads: tuple
    player: int


def start():
    return Position((0,) * 7, 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(7):
        if p.beads[i] == 0:
            for colour in (1, 2):
                beads = p.beads[:i] + (colour,) + p.beads[i + 1 :]
                if not any(a == b != 0 for a, b in pairwise(beads)):
                    yield i * 3 + colour


def play(p, move):
    i, colour = divmod(move, 3)
    return Position(p.beads[:i] + (colour,) + p.beads[i + 1 :], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(abs(a - b) for a, b in pairwise(p.beads)) - 4 * (p.beads[0] == p.beads[-1])
    return value if player == p.player else -value
