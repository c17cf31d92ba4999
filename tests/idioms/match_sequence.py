"""match with sequence patterns and captures"""

from typing import NamedTuple


class Position(NamedTuple):
    piles: tuple[int, int, int]
    player: int


def start():
    return Position((3, 5, 4), 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(3):
        if p.piles[i]:
            yield i
            if p.piles[i] > 2:
                yield i + 3


def play(p, move):
    piles = list(p.piles)
    piles[move % 3] -= 1 if move < 3 else 3
    return Position(tuple(piles), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    match p.piles:
        case (0, 0, last):
            value = 9 if last else 0
        case (0, a, b) | (a, 0, b) | (a, b, 0):
            value = a - b
        case (first, *rest):
            value = first + sum(rest) % 3
    return value if player == p.player else -value
