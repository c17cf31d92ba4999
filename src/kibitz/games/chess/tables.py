"""The squares that pieces attack from each square of an 8 × 8 board, as 64-bit words: a1 is bit 0, b1 bit 1, a2 bit 8.

White plays upward:

    8 56 57 58 59 60 61 62 63
      …                    …
    2  8  9 10 11 12 13 14 15
    1  0  1  2  3  4  5  6  7
       a  b  c  d  e  f  g  h
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

U = np.uint64
Board: TypeAlias = Any
"""A set of squares: np.uint64, because mixing it with other numpy types would widen it at every step."""

ZERO, ONE = U(0), U(1)
LAST = U(1 << 63)
NOT_A, NOT_H = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)
DARK = U(0xAA55AA55AA55AA55)
ENDS = U(0xFF000000000000FF)
HOME = np.array([0xFF, 0xFF << 56], U)
"""The first row of each player."""
TWO_STEPS = np.array([0xFF << 16, 0xFF << 40], U)
"""The square that a pawn's double step skips."""

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTED = ((1, 1), (-1, 1), (-1, -1), (1, -1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def steps(square: int, directions: Iterable[tuple[int, int]]) -> int:
    """Return the squares one step away."""
    board = 0
    for right, up in directions:
        column, row = square % 8 + right, square // 8 + up
        if 0 <= column < 8 and 0 <= row < 8:
            board |= 1 << 8 * row + column
    return board


def ray(square: int, direction: tuple[int, int]) -> int:
    """Return the squares that a piece crosses on its way to the edge of an empty board."""
    board = 0
    while step := steps(square, (direction,)):
        board |= step
        square = step.bit_length() - 1
    return board


def on_each_square(*rows: Iterable[tuple[int, int]]) -> Any:
    """Make a table of the squares one step away."""
    return np.array([[steps(square, row) for square in range(64)] for row in rows], U)


KNIGHT, KING = on_each_square(KNIGHT_STEPS, STRAIGHT + SLANTED)
PAWN = on_each_square(((-1, 1), (1, 1)), ((-1, -1), (1, -1)))
"""[player, square] → the squares a pawn attacks."""

COLUMN, ROW, RISING, FALLING = range(4)
"""The four lines through a square: a1 to a8, a1 to h1, a1 to h8, h1 to a8."""
FORWARD = ((0, 1), (1, 0), (1, 1), (-1, 1))
ABOVE = np.array([[ray(square, step) for square in range(64)] for step in FORWARD], U)
"""[line, square] → the half of the line with the higher bits."""
BELOW = np.array([[ray(square, (-x, -y)) for square in range(64)] for x, y in FORWARD], U)
LINE = ABOVE | BELOW

BETWEEN = np.zeros((64, 64), U)
"""[square, square] → the squares between two on a common line; empty for others."""
THROUGH = np.zeros((64, 64), U)
"""[square, square] → the whole line through both; empty for others."""
for first in range(64):
    for x, y in STRAIGHT + SLANTED:
        ahead = ray(first, (x, y))
        for second in range(64):
            if ahead >> second & 1:
                BETWEEN[first, second] = U(ahead & ray(second, (-x, -y)))
                THROUGH[first, second] = U(ahead | ray(first, (-x, -y)) | 1 << first)
