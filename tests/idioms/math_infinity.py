"""float("inf") and math.inf as a first best value"""

import math
from typing import NamedTuple

SHOPS = (2, 9, 5, 13, 7)


class Position(NamedTuple):
    at: int
    open: int
    player: int


def start():
    return Position(0, 0b11111, 0)


def turn(p):
    return p.player


def nearest(p):
    best, distance = -1, math.inf
    for i, place in enumerate(SHOPS):
        if p.open >> i & 1 and abs(place - p.at) < distance:
            best, distance = i, abs(place - p.at)
    return best


def furthest(p):
    best, distance = -1, float("-inf")
    for i, place in enumerate(SHOPS):
        if p.open >> i & 1 and abs(place - p.at) > distance:
            best, distance = i, abs(place - p.at)
    return best


def moves(p):
    near, far = nearest(p), furthest(p)
    if near >= 0:
        yield near
        if far != near:
            yield far


def play(p, i):
    return Position(SHOPS[i], p.open & ~(1 << i), 1 - p.player)


def utility(p, player):
    return 1 if (p.at > 6) == (player == 0) else -1


def evaluate(p, player):
    value = SHOPS[nearest(p)] - SHOPS[furthest(p)] / 2
    return value if player == 0 else -value
