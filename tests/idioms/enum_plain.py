"""An Enum in the position, compared with is and =="""

from enum import Enum
from typing import NamedTuple


class Light(Enum):
    RED = 0
    AMBER = 1
    GREEN = 2


class Position(NamedTuple):
    light: Light
    distance: int
    player: int


def start():
    return Position(Light.RED, 10, 0)


def turn(p):
    return p.player


def moves(p):
    if p.distance == 0:
        return
    yield 0
    if p.light is Light.GREEN and p.distance >= 3:
        yield 3
    if p.light != Light.RED and p.distance >= 2:
        yield 2


def play(p, steps):
    if p.light is Light.RED:
        light = Light.GREEN
    elif p.light == Light.GREEN:
        light = Light.AMBER
    else:
        light = Light.RED
    return Position(light, p.distance - max(steps, 1), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.distance % 3
    if p.light is not Light.RED:
        value += p.light.value
    return value if player == p.player else -value
