"""math.log, log2, exp and tanh"""

import math
from typing import NamedTuple


class Position(NamedTuple):
    army: tuple[float, float]
    rounds: int


def start():
    return Position((20.0, 20.0), 0)


def turn(p):
    return p.rounds % 2


def is_over(p):
    return p.rounds == 6 or min(p.army) < 4


def moves(p):
    yield from (0, 1, 2)


def play(p, move):
    mine, theirs = p.army[turn(p)], p.army[1 - turn(p)]
    if move == 0:
        theirs -= math.log2(mine)
    elif move == 1:
        mine, theirs = mine - 1.5, theirs - math.log(mine) * 2
    else:
        mine += math.exp(-p.rounds)
    return Position((mine, theirs) if turn(p) == 0 else (theirs, mine), p.rounds + 1)


def utility(p, player):
    mine, theirs = p.army[player], p.army[1 - player]
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    return math.tanh((p.army[player] - p.army[1 - player]) / 8)
