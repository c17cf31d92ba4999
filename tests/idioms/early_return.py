"""return from the middle of nested loops"""

from typing import NamedTuple


class Position(NamedTuple):
    grid: tuple
    player: int


def start():
    return Position((0,) * 12, 0)


def turn(p):
    return p.player


def first_square(grid):
    for row in range(2):
        for column in range(3):
            corner = 4 * row + column
            if grid[corner] and grid[corner + 1] and grid[corner + 4] and grid[corner + 5]:
                return corner
    return -1


def is_over(p):
    return first_square(p.grid) >= 0


def moves(p):
    for cell in range(12):
        if not p.grid[cell]:
            yield cell


def play(p, cell):
    return Position(p.grid[:cell] + (1,) + p.grid[cell + 1 :], 1 - p.player)


def utility(p, player):
    return 1 if player == p.player else -1


def first_gap(grid):
    for cell in range(12):
        if grid[cell]:
            continue
        for other in range(cell + 1, 12):
            if grid[other]:
                return other - cell
        return 12
    return 0


def evaluate(p, player):
    value = first_gap(p.grid) % 5
    return value if player == p.player else -value
