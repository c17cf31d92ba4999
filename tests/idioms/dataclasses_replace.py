"""dataclasses.replace"""

import dataclasses
from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    red: int
    blue: int
    walls: int
    player: int


def start():
    return Position(red=0, blue=8, walls=0, player=0)


def turn(p):
    return p.player


def free(p, cell):
    return 0 <= cell <= 8 and cell not in (p.red, p.blue) and not p.walls >> cell & 1


def moves(p):
    here = p.red if p.player == 0 else p.blue
    for cell in (here - 3, here - 1, here + 1, here + 3):
        if free(p, cell):
            yield cell


def play(p, cell):
    if p.player == 0:
        return dataclasses.replace(p, red=cell, walls=p.walls | 1 << p.red, player=1)
    return dataclasses.replace(p, blue=cell, walls=p.walls | 1 << p.blue, player=0)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    options = [len(list(moves(dataclasses.replace(p, player=who)))) for who in (0, 1)]
    return options[player] - options[1 - player]
