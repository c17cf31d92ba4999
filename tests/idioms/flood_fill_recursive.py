"""A recursive flood fill with a set passed along"""

from typing import NamedTuple

SIZE = 3


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((-1,) * (SIZE * SIZE), 0)


def turn(p):
    return p.player


def moves(p):
    for cell in range(SIZE * SIZE):
        if p.cells[cell] == -1:
            yield cell


def play(p, cell):
    return Position(p.cells[:cell] + (p.player,) + p.cells[cell + 1 :], 1 - p.player)


def fill(cells, row, column, colour, seen):
    if not (0 <= row < SIZE and 0 <= column < SIZE) or (row, column) in seen:
        return
    if cells[row * SIZE + column] != colour:
        return
    seen.add((row, column))
    for rows, columns in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        fill(cells, row + rows, column + columns, colour, seen)


def largest(cells, colour):
    best = 0
    for row in range(SIZE):
        for column in range(SIZE):
            seen = set()
            fill(cells, row, column, colour, seen)
            best = max(best, len(seen))
    return best


def utility(p, player):
    mine, theirs = largest(p.cells, player), largest(p.cells, 1 - player)
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    return largest(p.cells, player) - largest(p.cells, 1 - player)
