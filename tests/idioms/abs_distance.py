"""abs of ints and floats"""

from typing import NamedTuple


class Position(NamedTuple):
    hunter: tuple[int, int]
    prey: tuple[int, int]
    left: int


def start():
    return Position((0, 0), (3, 3), 8)


def turn(p):
    return p.left % 2


def is_over(p):
    return p.left == 0 or abs(p.hunter[0] - p.prey[0]) + abs(p.hunter[1] - p.prey[1]) <= 1


def moves(p):
    x, y = p.hunter if p.left % 2 == 0 else p.prey
    for move, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
        if abs(x + dx - 2) <= 2 and abs(y + dy - 2) <= 2:
            yield move


def play(p, move):
    dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[move]
    if p.left % 2 == 0:
        return Position((p.hunter[0] + dx, p.hunter[1] + dy), p.prey, p.left - 1)
    return Position(p.hunter, (p.prey[0] + dx, p.prey[1] + dy), p.left - 1)


def utility(p, player):
    caught = abs(p.hunter[0] - p.prey[0]) + abs(p.hunter[1] - p.prey[1]) <= 1
    return 1 if caught == (player == 0) else -1


def evaluate(p, player):
    value = abs(p.prey[0] - 1.5) - abs(p.hunter[0] - p.prey[0]) - abs(p.hunter[1] - p.prey[1])
    return value if player == 0 else -value
