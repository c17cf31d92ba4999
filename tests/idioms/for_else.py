"""for ... else"""

from typing import NamedTuple

ROWS = ((0, 1, 2, 3), (1, 4, 5), (2, 4, 6), (3, 5, 6))


class Position(NamedTuple):
    taken: int
    player: int


def start():
    return Position(0, 0)


def turn(p):
    return p.player


def is_over(p):
    for row in ROWS:
        for cell in row:
            if not p.taken >> cell & 1:
                break
        else:
            return True
    return False


def moves(p):
    for cell in range(7):
        if not p.taken >> cell & 1:
            yield cell


def play(p, cell):
    return Position(p.taken | 1 << cell, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 0
    for i, row in enumerate(ROWS):
        for cell in row[1:]:
            if p.taken >> cell & 1:
                value += i
                break
        else:
            value -= 2
    return value if player == p.player else -value
