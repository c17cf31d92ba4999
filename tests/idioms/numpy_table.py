"""A numpy array as a table"""

from typing import NamedTuple

import numpy as np

PRIZES = np.array([4, 0, 7, 2, 9, 1, 5, 3])
objective = "score"


class Position(NamedTuple):
    taken: int
    last: int
    lead: int
    player: int


def start():
    return Position(0, 0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(len(PRIZES)):
        if not p.taken >> i & 1 and PRIZES[i] % 3 != p.last % 3:
            yield i


def play(p, i):
    prize = int(PRIZES[i])
    return Position(p.taken | 1 << i, prize, p.lead + (prize if p.player == 0 else -prize), 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    rest = 0
    for i in range(PRIZES.size):
        if not p.taken >> i & 1:
            rest = max(rest, int(PRIZES[i]))
    value = p.lead + (rest if p.player == 0 else -rest)
    return value if player == 0 else -value
