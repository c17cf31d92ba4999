"""sum(...) over an expression, with a start value"""

from typing import NamedTuple


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((1, 1, 0, 1, 1, 0, 1, 1, 1), 0)


def turn(p):
    return p.player


def moves(p):
    for cell in range(9):
        if p.cells[cell]:
            yield cell


def play(p, cell):
    cells = [0 if i == cell or i == cell + 1 and cell % 3 < 2 else value for i, value in enumerate(p.cells)]
    return Position(tuple(cells), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    rows = sum((sum(p.cells[3 * row : 3 * row + 3]) % 2 for row in range(3)), 1)
    weight = sum(cell * value for cell, value in enumerate(p.cells)) + sum(p.cells, start=-2)
    value = rows * 2 - weight % 5
    return value if player == p.player else -value
