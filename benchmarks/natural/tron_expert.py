"""Tron on a field of 6×6, written for speed: the rules of `tron.py` on bitboards.

The field is surrounded by an edge that is never free; a row takes eight bits.
"""

from typing import NamedTuple

SIZE = 6
WIN = 1000


def cell(row, column):
    return 8 * (row + 1) + column + 1


STARTS = (cell(2, 1), cell(3, 4))
FIELD = sum(1 << cell(row, column) for row in range(SIZE) for column in range(SIZE))


class Position(NamedTuple):
    """The free cells, the cell of each cycle, and who is to move."""

    free: int
    head_0: int
    head_1: int
    player: int


def start():
    return Position(FIELD & ~(1 << STARTS[0] | 1 << STARTS[1]), STARTS[0], STARTS[1], 0)


def turn(p):
    return p.player


def moves(p):
    around = p.free >> (p.head_0 if p.player == 0 else p.head_1) - 8
    if around & 1:
        yield 0
    if around >> 9 & 1:
        yield 1
    if around >> 16 & 1:
        yield 2
    if around >> 7 & 1:
        yield 3


def play(p, move):
    step = (8 if move == 2 else -8) if move % 2 == 0 else 2 - move
    if p.player == 0:
        head = p.head_0 + step
        return Position(p.free & ~(1 << head), head, p.head_1, 1)
    head = p.head_1 + step
    return Position(p.free & ~(1 << head), p.head_0, head, 0)


def utility(p, player):
    return -WIN if player == p.player else WIN


def evaluate(p, player):
    """Flood the field from both cycles at once, a step at a time."""
    new_0, new_1 = 1 << p.head_0, 1 << p.head_1
    seen_0, seen_1 = new_0, new_1
    first_0, first_1 = new_0, new_1  # who is there before the other
    while new_0 | new_1:
        new_0 = (new_0 << 8 | new_0 >> 8 | new_0 << 1 | new_0 >> 1) & p.free & ~seen_0
        new_1 = (new_1 << 8 | new_1 >> 8 | new_1 << 1 | new_1 >> 1) & p.free & ~seen_1
        seen_0 |= new_0
        seen_1 |= new_1
        first_0 |= new_0 & ~seen_1
        first_1 |= new_1 & ~seen_0
    points = 4 * (first_0.bit_count() - first_1.bit_count()) + seen_0.bit_count() - seen_1.bit_count()
    return points if player == 0 else -points


def show(p):
    lines = []
    for row in range(SIZE):
        cells = [cell(row, column) for column in range(SIZE)]
        symbols = ["A" if c == p.head_0 else "B" if c == p.head_1 else "#."[p.free >> c & 1] for c in cells]
        lines.append(" ".join(symbols))
    return "\n".join(lines)


def move_name(p, move):
    return "NESW"[move]
