"""Arithmetic with True and False"""

from typing import NamedTuple


class Position(NamedTuple):
    doors: tuple[bool, bool, bool, bool]
    coins: int
    left: int


def start():
    return Position((True, False, False, True), 0, 6)


def turn(p):
    return int(p.left % 2 == 1)


def moves(p):
    if p.left > 0:
        for i in range(4):
            if p.doors[i] + p.doors[i - 1] < 2:
                yield i


def play(p, i):
    doors = list(p.doors)
    doors[i] = not doors[i]
    doors[(i + 1) % 4] ^= p.coins > 1
    gained = (doors[0] and doors[2]) + 2 * (doors[1] == doors[3]) - doors[i]
    return Position(tuple(doors), p.coins + gained * (-1) ** (p.left % 2), p.left - 1)


def utility(p, player):
    sign = (p.coins > 0) - (p.coins < 0)
    return sign * (1 - 2 * (player == 1))


def evaluate(p, player):
    value = 2 * p.coins + sum(p.doors) - 3 * (p.doors[0] | p.doors[3]) * True
    return value if player == 0 else -value
