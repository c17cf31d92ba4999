"""any(...) over an expression"""

from typing import NamedTuple

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Position(NamedTuple):
    mine: tuple
    theirs: tuple
    player: int


def start():
    return Position((False,) * 9, (False,) * 9, 0)


def turn(p):
    return p.player


def is_over(p):
    return any(p.theirs[a] and p.theirs[b] and p.theirs[c] for a, b, c in LINES)


def moves(p):
    for cell in range(9):
        if not (p.mine[cell] or p.theirs[cell]):
            yield cell


def play(p, cell):
    mine = tuple(taken or i == cell for i, taken in enumerate(p.mine))
    return Position(p.theirs, mine, 1 - p.player)


def utility(p, player):
    if not is_over(p):
        return 0
    return 1 if player == p.player else -1


def evaluate(p, player):
    value = 0
    for line in LINES:
        value += any(p.theirs[cell] for cell in line) - any(p.mine[cell] for cell in line)
    return value if player == p.player else -value
