"""A helper that returns several values"""

from typing import NamedTuple


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((0,) * 9, 0)


def turn(p):
    return p.player


def extremes(cells):
    low, high, count = 9, -1, 0
    for i, cell in enumerate(cells):
        if cell:
            low = min(low, i)
            high = i
            count += 1
    return low, high, count


def moves(p):
    low, high, count = extremes(p.cells)
    for i in range(9):
        if not p.cells[i] and (count == 0 or i in (low - 2, low - 1, high + 1, high + 2)):
            yield i


def play(p, i):
    return Position(p.cells[:i] + (1,) + p.cells[i + 1 :], 1 - p.player)


def utility(p, player):
    _, _, count = extremes(p.cells)
    return 1 if (count % 2 == 0) == (player == 0) else -1


def evaluate(p, player):
    low, high = extremes(p.cells)[:2]
    value = (low - (8 - high), high - low)[extremes(p.cells)[2] % 2]
    return value if player == p.player else -value
