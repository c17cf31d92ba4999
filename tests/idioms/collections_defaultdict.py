"""collections.defaultdict"""

from collections import defaultdict
from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((-1,) * 8, 0)


def turn(p):
    return p.player


def moves(p):
    return [cell for cell in range(8) if p.cells[cell] < 0]


def play(p, cell):
    return Position(p.cells[:cell] + (p.player,) + p.cells[cell + 1 :], 1 - p.player)


def lead(p):
    points = defaultdict(int)
    lines = defaultdict(list)
    for cell, owner in enumerate(p.cells):
        if owner >= 0:
            points[owner] += cell % 3
            lines[cell % 4].append(owner)
    for owners in lines.values():
        if len(owners) == 2 and owners[0] == owners[1]:
            points[owners[0]] += 4
    return points[0] - points[1]


def utility(p, player):
    return lead(p) if player == 0 else -lead(p)


def evaluate(p, player):
    tempo = 0.5 if player == p.player else -0.5
    return utility(p, player) + tempo
