"""A list as a stack with append and pop"""

from typing import NamedTuple

WIDTH = 4


class Position(NamedTuple):
    cells: int
    player: int


def start():
    return Position(0, 0)


def turn(p):
    return p.player


def region(cells, start):
    stack = [start]
    seen = 0
    while stack:
        cell = stack.pop()
        if seen >> cell & 1 or not cells >> cell & 1:
            continue
        seen |= 1 << cell
        if cell % WIDTH > 0:
            stack.append(cell - 1)
        if cell % WIDTH < WIDTH - 1:
            stack.append(cell + 1)
        if cell >= WIDTH:
            stack.append(cell - WIDTH)
        if cell < 2 * WIDTH:
            stack.append(cell + WIDTH)
    return seen


def is_over(p):
    return any(region(p.cells, cell).bit_count() >= 5 for cell in range(12))


def moves(p):
    for cell in range(12):
        if not p.cells >> cell & 1:
            yield cell


def play(p, cell):
    return Position(p.cells | 1 << cell, 1 - p.player)


def utility(p, player):
    return 1 if player == p.player else -1


def evaluate(p, player):
    value = region(p.cells, 5).bit_count() - region(p.cells, 11).bit_count()
    return value if player == p.player else -value
