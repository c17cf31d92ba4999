"""A dict with Enum members as keys"""

from enum import Enum
from typing import NamedTuple


class Land(Enum):
    SEA = 0
    SAND = 1
    HILL = 2


COST = {Land.SEA: 3, Land.SAND: 1, Land.HILL: 2}
MAP = [Land.SAND, Land.HILL, Land.SAND, Land.SEA, Land.SAND, Land.SEA, Land.HILL, Land.SAND, Land.SEA, Land.SAND]


class Position(NamedTuple):
    at: int
    fuel: tuple[int, int]
    player: int


def start():
    return Position(0, (7, 8), 0)


def turn(p):
    return p.player


def moves(p):
    for steps in (1, 2):
        if p.at + steps < len(MAP) and COST[MAP[p.at + steps]] <= p.fuel[p.player]:
            yield steps


def play(p, steps):
    at = p.at + steps
    cost = COST[MAP[at]]
    first, second = p.fuel
    return Position(at, (first - cost, second) if p.player == 0 else (first, second - cost), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    return p.fuel[player] - p.fuel[1 - player] + COST[MAP[p.at]] * (1 if player == p.player else -1)
