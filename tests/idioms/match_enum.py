"""match on Enum members"""

from enum import Enum
from typing import NamedTuple


class Terrain(Enum):
    ROAD = 1
    WOOD = 2
    LAKE = 3


ROUTE = [Terrain.ROAD, Terrain.WOOD, Terrain.ROAD, Terrain.LAKE, Terrain.WOOD, Terrain.ROAD, Terrain.LAKE]


class Position(NamedTuple):
    at: int
    boat: bool
    player: int


def start():
    return Position(0, False, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.at >= len(ROUTE)


def moves(p):
    match ROUTE[p.at]:
        case Terrain.ROAD:
            return [1, 2, 3]
        case Terrain.WOOD:
            return [1] if p.boat else [0, 1]
        case Terrain.LAKE:
            return [2] if p.boat else [1]


def play(p, move):
    if move == 0:
        return Position(p.at, True, 1 - p.player)
    return Position(p.at + move, p.boat and move < 3, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    match ROUTE[p.at]:
        case Terrain.ROAD | Terrain.LAKE if p.boat:
            value = 2
        case Terrain.LAKE:
            value = -1
        case other:
            value = -other.value
    return value if player == p.player else -value
