"""The global statement to read a constant"""

from typing import NamedTuple

limit = 4
bonus = [0, 3, 1, 2, 5]


class Position(NamedTuple):
    total: int
    last: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def allowed(n, last):
    global limit
    return n != last and n <= limit


def moves(p):
    for n in range(1, 6):
        if allowed(n, p.last) and p.total + n <= 17:
            yield n


def play(p, n):
    return Position(p.total + n, n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    global bonus, limit
    value = bonus[p.last] - p.total % (limit + 1)
    return value if player == p.player else -value
