"""Nested comprehensions"""

from typing import NamedTuple


class Position(NamedTuple):
    grid: tuple
    player: int


def start():
    return Position(((1, 2, 1), (2, 0, 2), (1, 2, 1)), 0)


def turn(p):
    return p.player


def moves(p):
    return [3 * r + c for r in range(3) for c in range(3) if p.grid[r][c] > 0]


def play(p, cell):
    row, column = divmod(cell, 3)
    grid = tuple(
        tuple(0 if (r, c) == (row, column) or (r == row and v == 1) else v for c, v in enumerate(cells))
        for r, cells in enumerate(p.grid)
    )
    return Position(grid, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    columns = [[p.grid[r][c] for r in range(3)] for c in range(3)]
    value = sum([max(column) for column in columns]) - sum([min(row) for row in p.grid])
    return value if player == p.player else -value
