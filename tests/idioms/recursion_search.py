"""A recursive helper that calls the game's own rules"""

from typing import NamedTuple


class Position(NamedTuple):
    heaps: tuple
    player: int


def start():
    return Position((2, 3, 3), 0)


def turn(p):
    return p.player


def moves(p):
    for heap in range(3):
        for n in range(1, p.heaps[heap] + 1):
            yield heap * 4 + n


def play(p, move):
    heap, n = divmod(move, 4)
    heaps = tuple(size - n if i == heap else size for i, size in enumerate(p.heaps))
    return Position(heaps, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def can_finish(p, plies):
    if plies == 0:
        return sum(p.heaps) == 0
    for move in moves(p):
        if can_finish(play(p, move), plies - 1):
            return True
    return False


def evaluate(p, player):
    value = 2 if can_finish(p, 1) else -2 if can_finish(p, 2) else 0
    return value if player == p.player else -value
