"""A list of ints and floats as a module constant"""

from typing import NamedTuple

WORTH = [0, 0.5, 2, 1.25, 3, 0.75, 1.5]
objective = "score"


class Position(NamedTuple):
    taken: int
    last: int
    lead: float
    player: int


def start():
    return Position(0, 0, 0.0, 0)


def turn(p):
    return p.player


def moves(p):
    for item in range(1, len(WORTH)):
        if not p.taken >> item & 1 and abs(item - p.last) != 3:
            yield item


def play(p, item):
    gain = WORTH[item] if p.player == 0 else -WORTH[item]
    return Position(p.taken | 1 << item, item, p.lead + gain, 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    points = p.lead - WORTH[p.last] / 4 if p.player == 1 else p.lead + WORTH[p.last] / 4
    return points if player == 0 else -points
