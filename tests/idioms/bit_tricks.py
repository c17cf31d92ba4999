"""Bit tricks: lowest bit, clearing it, masks, shifts, ~ and ^"""

from typing import NamedTuple

MASK = 0xFFF
EDGE = 0b100000000001


class Position(NamedTuple):
    cells: int
    player: int


def start():
    return Position(0b101101110011, 0)


def turn(p):
    return p.player


def moves(p):
    rest = p.cells & ~(p.cells << 1) & MASK
    while rest:
        lowest = rest & -rest
        yield lowest
        rest &= rest - 1


def play(p, bit):
    cells = p.cells ^ bit
    if cells & (bit << 1):
        cells &= ~(bit << 1)
    elif bit > 4:
        cells ^= bit >> 2
    return Position(cells & (MASK if bit & EDGE else MASK & (2 * p.cells - 1)), 1 - p.player)


def is_over(p):
    return p.cells & (p.cells - 1) == 0


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = (p.cells & p.cells >> 1) % 5 - (~p.cells & EDGE != 0)
    return value if player == p.player else -value
