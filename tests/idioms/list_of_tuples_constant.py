"""A list of tuples as a module constant"""

from typing import NamedTuple

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((0,) * 9, 0)


def turn(p):
    return p.player


def winner(p):
    for a, b, c in LINES:
        if p.cells[a] and p.cells[a] == p.cells[b] == p.cells[c]:
            return p.cells[a]
    return 0


def is_over(p):
    return winner(p) != 0


def moves(p):
    for cell in range(9):
        if p.cells[cell] == 0:
            yield cell


def play(p, cell):
    return Position(p.cells[:cell] + (p.player + 1,) + p.cells[cell + 1 :], 1 - p.player)


def utility(p, player):
    won = winner(p)
    return 0 if won == 0 else 1 if won == player + 1 else -1


def evaluate(p, player):
    points = 0
    for line in LINES:
        marks = (p.cells[line[0]], p.cells[line[1]], p.cells[line[2]])
        if 2 - player not in marks:
            points += 1
        if player + 1 not in marks:
            points -= 1
    return points
