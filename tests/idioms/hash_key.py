"""A key from a table of 62-bit random numbers"""

import random
from typing import NamedTuple

numbers = random.Random(7)
TABLE = [[numbers.getrandbits(62) for _ in range(3)] for _ in range(9)]


class Position(NamedTuple):
    cells: tuple
    player: int
    turns: int


def start():
    return Position((0,) * 9, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for cell in range(9):
        if p.cells[cell] == 0 and (p.turns == 0 or p.cells[cell - 1] or p.cells[(cell + 1) % 9]):
            yield cell


def play(p, cell):
    return Position(p.cells[:cell] + (p.player + 1,) + p.cells[cell + 1 :], 1 - p.player, p.turns + 1)


def key(p):
    value = p.player
    for cell, mark in enumerate(p.cells):
        value ^= TABLE[cell][mark]
    return value


def runs(p, mark):
    return sum(p.cells[i] == p.cells[i - 1] == mark for i in range(9))


def utility(p, player):
    mine, theirs = runs(p, player + 1), runs(p, 2 - player)
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    noise = key(p) % 5 if p.player == 0 else -(key(p) % 5)
    value = 4 * (runs(p, 1) - runs(p, 2)) + noise
    return value if player == 0 else -value
