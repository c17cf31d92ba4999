"""Text in a tuple of the position"""

from typing import NamedTuple

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((" ",) * 9, 0)


def turn(p):
    return p.player


def is_over(p):
    return any(p.cells[a] == p.cells[b] == p.cells[c] != " " for a, b, c in LINES)


def moves(p):
    return [i for i, cell in enumerate(p.cells) if cell == " "]


def play(p, i):
    return Position(p.cells[:i] + ("XO"[p.player],) + p.cells[i + 1 :], 1 - p.player)


def utility(p, player):
    if not is_over(p):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = (p.cells[4] == "X") - (p.cells[4] == "O")
    return value if player == 0 else -value
