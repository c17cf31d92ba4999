"""Dicts joined with |, changed with update, pop and del"""

from typing import NamedTuple

LAND = {0: 3, 1: 1, 2: 4}
WATER = {2: 2, 3: 5, 4: 1}


class Position(NamedTuple):
    gone: int
    player: int


def start():
    return Position(0, 0)


def turn(p):
    return p.player


def field(p):
    values = LAND | WATER if p.gone & 1 else WATER | LAND
    values.update({5: p.gone.bit_count()})
    for place in range(5):
        if p.gone >> place & 1:
            values.pop(place)
    if p.gone >> 5:
        del values[5]
    return values


def moves(p):
    values = field(p)
    for place in range(6):
        if place in values and values[place] != 2:
            yield place


def play(p, place):
    return Position(p.gone | 1 << place, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    values = field(p)
    value = sum(values.values()) % 5 + values.pop(3, -2)
    return value if player == p.player else -value
