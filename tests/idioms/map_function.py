"""map"""

from typing import NamedTuple


class Position(NamedTuple):
    temperatures: tuple
    left: int
    player: int


def start():
    return Position((4, -3, 2, -1), 6, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.left == 0 or sum(map(abs, p.temperatures)) == 0


def moves(p):
    yield from (0, 1, 2)


def cooled(t):
    return t - 1 if t > 0 else t


def play(p, move):
    if move == 0:
        temperatures = tuple(map(cooled, p.temperatures))
    elif move == 1:
        temperatures = tuple(map(lambda t: -t, p.temperatures))  # noqa: C417
    else:
        temperatures = tuple(map(max, p.temperatures, (0, -2, 1, -1)))
    return Position(temperatures, p.left - 1, 1 - p.player)


def utility(p, player):
    total = sum(p.temperatures)
    return 0 if total == 0 else 1 if (total > 0) == (player == 0) else -1


def evaluate(p, player):
    value = sum(p.temperatures) - max(map(abs, p.temperatures)) * (p.left % 2)
    return value if player == 0 else -value
