"""An IntFlag with | & and in"""

from enum import IntFlag
from typing import NamedTuple


class Side(IntFlag):
    NONE = 0
    NORTH = 1
    EAST = 2
    SOUTH = 4
    WEST = 8


ALL = Side.NORTH | Side.EAST | Side.SOUTH | Side.WEST


class Position(NamedTuple):
    walls: tuple[Side, Side, Side]
    player: int


def start():
    return Position((Side.WEST, Side.NONE, Side.EAST), 0)


def turn(p):
    return p.player


def moves(p):
    for box in range(3):
        for side in (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST):
            if side not in p.walls[box]:
                yield box * 16 + int(side)


def play(p, move):
    box, side = divmod(move, 16)
    walls = list(p.walls)
    walls[box] |= Side(side)
    if Side.EAST in walls[box] and box < 2:
        walls[box + 1] |= Side.WEST
    return Position(tuple(walls), p.player if walls[box] == ALL else 1 - p.player)


def utility(p, player):
    return 1 if player == p.player else -1


def evaluate(p, player):
    value = 0
    for walls in p.walls:
        if walls & Side.NORTH and walls & (Side.EAST | Side.WEST):
            value += 1
        if walls & ~Side.SOUTH == Side.NONE:
            value -= 1
    return value if player == p.player else -value
