"""match with guards"""

from typing import NamedTuple


class Position(NamedTuple):
    x: int
    y: int
    left: int


def start():
    return Position(-1, -1, 8)


def turn(p):
    return p.left % 2


def quadrant(p):
    match (p.x, p.y):
        case (0, 0):
            return 0
        case (x, y) if x >= 0 and y >= 0:
            return 1
        case (x, y) if x < 0 <= y:
            return 2
        case (x, y) if abs(x) > abs(y):
            return 3
    return 4


def is_over(p):
    return p.left == 0 or quadrant(p) == 0


def moves(p):
    return [n for n in range(1, 5) if n != quadrant(p)]


def play(p, n):
    dx, dy = [(1, 1), (1, -1), (-2, 0), (0, 1)][n - 1]
    return Position(p.x + dx, p.y + dy, p.left - 1)


def utility(p, player):
    winner = quadrant(p) % 2
    return 1 if player == winner else -1


def evaluate(p, player):
    value = [0, 2, -1, 1, -2][quadrant(p)] * p.left
    return -value if player == 0 else value
