"""Hexadecimal and binary literals, and digits grouped by _"""

from typing import NamedTuple

FULL = 0b111_111_111
CORNERS = 0x145
ROWS = [0b000_000_111, 0b000_111_000, 0b111_000_000]
BIG = 1_000


class Position(NamedTuple):
    first: int
    second: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def is_over(p):
    return any(p.first & row == row or p.second & row == row for row in ROWS)


def moves(p):
    free = FULL & ~(p.first | p.second)
    for cell in range(9):
        if free & 1 << cell:
            yield cell


def play(p, cell):
    if p.player == 0:
        return Position(p.first | 1 << cell, p.second, 1)
    return Position(p.first, p.second | 1 << cell, 0)


def utility(p, player):
    if not is_over(p):
        return 0
    return -BIG if player == p.player else BIG


def evaluate(p, player):
    lead = (p.first & CORNERS).bit_count() - (p.second & CORNERS).bit_count()
    return lead * 0x10 if player == 0 else -lead * 0x10
