"""A map in a string of several lines, split once"""

from typing import NamedTuple

PLAN = """
1 3 2 0
4 1 0 2
2 2 5 1
"""
VALUES = [[int(word) for word in line.split()] for line in PLAN.strip().splitlines()]
objective = "score"


class Position(NamedTuple):
    taken: int
    lead: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for column in range(4):
        height = sum(p.taken >> (column * 3 + row) & 1 for row in range(3))
        if height < 3:
            yield column


def play(p, column):
    row = 0
    while p.taken >> (column * 3 + row) & 1:
        row += 1
    gain = VALUES[row][column] if p.player == 0 else -VALUES[row][column]
    return Position(p.taken | 1 << (column * 3 + row), p.lead + gain, 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    best = max(VALUES[row][column] for row in range(3) for column in range(4) if not p.taken >> (column * 3 + row) & 1)
    points = p.lead + (best if p.player == 0 else -best)
    return points if player == 0 else -points
