"""An Enum whose values are tuples"""

from enum import Enum
from typing import NamedTuple


class Way(Enum):
    UP = (-1, 0)
    RIGHT = (0, 1)
    DOWN = (1, 0)


WAYS = list(Way)


class Position(NamedTuple):
    row: int
    column: int
    came: int
    player: int


def start():
    return Position(1, 0, 1, 0)


def turn(p):
    return p.player


def moves(p):
    for number, way in enumerate(WAYS):
        rows, columns = way.value
        if 0 <= p.row + rows < 3 and p.column + columns < 5 and number + p.came != 2:
            yield number
    if p.came == 1 and p.column < 4:
        yield 1


def play(p, number):
    way = WAYS[number]
    return Position(p.row + way.value[0], p.column + way.value[1], number, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    rows, columns = Way.DOWN.value if p.row == 0 else Way.UP.value
    value = 2 * rows * p.row + columns - p.column
    return value if player == p.player else -value
