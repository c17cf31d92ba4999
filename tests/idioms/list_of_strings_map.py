"""A map drawn as a list of strings"""

from typing import NamedTuple

MAZE = [
    "..#..",
    "....$",
    ".#$..",
    "$..#.",
    "..$..",
]


class Position(NamedTuple):
    row: int
    column: int
    lead: int
    player: int


def start():
    return Position(0, 0, 0, 0)


def turn(p):
    return p.player


def is_open(row, column):
    return row < len(MAZE) and column < len(MAZE[row]) and MAZE[row][column] != "#"


def moves(p):
    if is_open(p.row + 1, p.column):
        yield 0
    if is_open(p.row, p.column + 1):
        yield 1


def play(p, east):
    row, column = (p.row, p.column + 1) if east else (p.row + 1, p.column)
    gain = 3 if MAZE[row][column] == "$" else 1
    return Position(row, column, p.lead + (gain if p.player == 0 else -gain), 1 - p.player)


def utility(p, player):
    if p.lead == 0:
        return 0
    return 1 if (p.lead > 0) == (player == 0) else -1


def evaluate(p, player):
    near = 0
    for row, column in ((p.row + 1, p.column), (p.row, p.column + 1)):
        if is_open(row, column) and MAZE[row][column] == "$":
            near = 1
    points = p.lead + (near if p.player == 0 else -near)
    return points if player == 0 else -points
