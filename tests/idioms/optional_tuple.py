"""A field that is a tuple or None"""

from typing import NamedTuple


class Position(NamedTuple):
    stones: int
    ko: tuple[int, int] | None
    left: int


def start():
    return Position(0, None, 7)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left == 0:
        return
    for row in range(3):
        for column in range(3):
            if p.ko is None or (row, column) != p.ko:
                yield 3 * row + column


def play(p, cell):
    row, column = divmod(cell, 3)
    if p.stones >> cell & 1:
        return Position(p.stones & ~(1 << cell), (row, column), p.left - 1)
    ko = None if (row + column) % 2 else (column, row)
    return Position(p.stones | 1 << cell, ko, p.left - 1)


def utility(p, player):
    odd = p.stones.bit_count() % 2
    return 1 if odd == player else -1


def evaluate(p, player):
    value = (p.stones & 0b101010101).bit_count() / 4
    if p.ko:
        value -= 1 + abs(p.ko[0] - p.ko[1])
    return value if player == turn(p) else -value
