"""moves fills a list with append and returns it"""

from typing import NamedTuple


class Position(NamedTuple):
    queen: tuple[int, int]
    player: int


def start():
    return Position((5, 3), 0)


def turn(p):
    return p.player


def moves(p):
    x, y = p.queen
    legal = []
    for n in range(1, 6):
        if n <= x:
            legal.append(n)
        if n <= y:
            legal.append(10 + n)
        if n <= min(x, y):
            legal.append(20 + n)
    return legal


def play(p, move):
    way, n = divmod(move, 10)
    x, y = p.queen
    return Position((x - n if way != 1 else x, y - n if way != 0 else y), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len(moves(p)) % 3 - abs(p.queen[0] - p.queen[1])
    return value if player == p.player else -value
