"""moves returns the sorted items of a set"""

from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    c: int
    player: int


def start():
    return Position(9, 14, 6, 0)


def turn(p):
    return p.player


def moves(p):
    reachable = {abs(p.a - p.b), abs(p.b - p.c), abs(p.a - p.c), p.a // 2}
    return sorted(n for n in reachable if n < p.b)


def play(p, n):
    return Position(p.a, n, p.c, 1 - p.player) if n % 2 else Position(p.c, n, p.a, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len({p.a, p.b, p.c, p.a // 2}) * 2 - len(set(moves(p))) - p.b % 2
    return value if player == p.player else -value
