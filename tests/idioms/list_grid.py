"""[[0] * 3 for _ in range(3)] as a grid to fill"""

from typing import NamedTuple


class Position(NamedTuple):
    towers: tuple[int, int, int]
    count: int


def start():
    return Position((9, 9, 9), 0)


def turn(p):
    return p.count % 2


def coverage(p):
    grid = [[0] * 4 for _ in range(3)]
    for tower in p.towers[: p.count]:
        row, column = divmod(tower, 4)
        for c in range(4):
            grid[row][c] += 1
        for r in range(3):
            grid[r][column] += 1
    return grid


def moves(p):
    if p.count < 3:
        grid = coverage(p)
        for row in range(3):
            for column in range(4):
                if grid[row][column] <= (row + column) % 2:
                    yield 4 * row + column


def play(p, cell):
    return Position(p.towers[: p.count] + (cell,) + p.towers[p.count + 1 :], p.count + 1)


def utility(p, player):
    empty = sum(row.count(0) for row in coverage(p))
    return 1 if empty % 2 == player else -1


def evaluate(p, player):
    grid = coverage(p)
    value = grid[0][0] - grid[2][3] + 2 * max(grid[1])
    return value if player == turn(p) else -value
