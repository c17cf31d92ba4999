"""Moves that are tuples of three ints"""

from typing import NamedTuple


class Position(NamedTuple):
    jugs: tuple[int, int, int]
    left: int
    player: int


def start():
    return Position((8, 0, 3), 6, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.left == 0 or p.jugs[2] == 6


def moves(p):
    for source in range(3):
        for target in range(3):
            for amount in (1, 3):
                if source != target and p.jugs[source] >= amount:
                    yield source, target, amount


def play(p, move):
    source, target, amount = move
    jugs = list(p.jugs)
    jugs[source] -= amount
    jugs[target] += amount
    return Position(tuple(jugs), p.left - 1, 1 - p.player)


def priority(p, move):
    return move[2] + 2 * (move[1] == 2)


def utility(p, player):
    if p.jugs[2] != 6:
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = -abs(p.jugs[2] - 6)
    return value if player == p.player else -value
