"""A dict with strings as keys"""

from typing import NamedTuple

WEIGHTS = {"corner": 5, "edge": 2, "centre": 9}
objective = "score"


class Position(NamedTuple):
    first: int
    second: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    taken = p.first | p.second
    for cell in range(9):
        below = cell + 3
        if not taken >> cell & 1 and (below > 8 or taken >> below & 1):
            yield cell


def play(p, cell):
    if p.player == 0:
        return Position(p.first | 1 << cell, p.second, 1)
    return Position(p.first, p.second | 1 << cell, 0)


def worth(cells):
    total = 0
    for cell in range(9):
        if cells >> cell & 1:
            if cell == 4:
                total += WEIGHTS["centre"]
            else:
                total += WEIGHTS["corner" if cell % 2 == 0 else "edge"]
    return total


def utility(p, player):
    lead = worth(p.first) - worth(p.second)
    return lead if player == 0 else -lead


def evaluate(p, player):
    return utility(p, player) + (1 if player == p.player else -1) * WEIGHTS["edge"]
