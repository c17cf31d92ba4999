"""A loop over the members of an Enum"""

from enum import Enum
from typing import NamedTuple


class Fruit(Enum):
    APPLE = 1
    PEAR = 2
    PLUM = 4


class Position(NamedTuple):
    basket: int
    last: Fruit
    player: int


def start():
    return Position(0, Fruit.APPLE, 0)


def turn(p):
    return p.player


def moves(p):
    for fruit in Fruit:
        if fruit is not p.last and p.basket + fruit.value <= 18:
            yield fruit.value


def play(p, value):
    return Position(p.basket + value, Fruit(value), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(1 for fruit in Fruit if p.basket % (fruit.value + 1) == 0)
    value -= len(Fruit) * (p.last is Fruit.PLUM)
    return value if player == p.player else -value
