"""zip(*rows) to turn rows into columns"""

from typing import NamedTuple


class Position(NamedTuple):
    grid: tuple
    player: int


def start():
    return Position(((0, 0, 0), (0, 0, 0), (0, 0, 0)), 0)


def turn(p):
    return p.player


def moves(p):
    columns = list(zip(*p.grid))
    for cell in range(9):
        row, column = divmod(cell, 3)
        if p.grid[row][column] == 0 and sum(p.grid[row]) < 2 and sum(columns[column]) < 2:
            yield cell


def play(p, cell):
    row = p.grid[cell // 3]
    row = row[: cell % 3] + (1,) + row[cell % 3 + 1 :]
    return Position(p.grid[: cell // 3] + (row,) + p.grid[cell // 3 + 1 :], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(sum(column) == 1 for column in zip(*p.grid)) - 2 * sum(sum(row) == 2 for row in p.grid)
    return value if player == p.player else -value
