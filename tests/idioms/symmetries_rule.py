"""Symmetric positions made with reversed rows and zip"""

from typing import NamedTuple


class Position(NamedTuple):
    grid: tuple
    player: int


def start():
    return Position(((0, 0, 0), (0, 0, 0), (0, 0, 0)), 0)


def turn(p):
    return p.player


def symmetries(p):
    yield Position(tuple(row[::-1] for row in p.grid), p.player)
    yield Position(p.grid[::-1], p.player)
    yield Position(tuple(zip(*p.grid)), p.player)


def crowded(grid):
    return any(sum(row) > 3 for row in grid) or any(sum(column) > 3 for column in zip(*grid))


def is_over(p):
    return crowded(p.grid)


def moves(p):
    return [cell for cell in range(9) if p.grid[cell // 3][cell % 3] < 2]


def play(p, cell):
    rows = [list(row) for row in p.grid]
    rows[cell // 3][cell % 3] += 1
    return Position(tuple(tuple(row) for row in rows), 1 - p.player)


def utility(p, player):
    return 1 if player == p.player else -1


def evaluate(p, player):
    value = sum(max(row) for row in p.grid) + sum(max(column) for column in zip(*p.grid)) - 3 * p.grid[1][1]
    return value if player == p.player else -value
