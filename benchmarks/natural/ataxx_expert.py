"""Ataxx on a board of 5×5, written for speed: the rules of `ataxx.py` on bitboards.

A row takes six bits, the last of them always empty, so that a shift never carries a piece to the next row.
"""

from typing import NamedTuple

import numpy as np

from kibitz.bits import each

SIZE = 5
PASS = 625
QUIET_LIMIT = 8
WIN = 1000

CELLS = [6 * (square // SIZE) + square % SIZE for square in range(25)]
FULL = sum(1 << cell for cell in CELLS)
CELL = np.array(CELLS)
SQUARE = np.array([CELLS.index(cell) if cell in CELLS else 0 for cell in range(30)])


def ring(cell, distance):
    return sum(1 << other for other in CELLS if max(abs(cell // 6 - other // 6), abs(cell % 6 - other % 6)) == distance)


NEAR = np.array([ring(cell, 1) for cell in range(30)])
FAR = np.array([ring(cell, 2) for cell in range(30)])


class Position(NamedTuple):
    """The pieces of the player to move, of the other one, who is to move, and the plies since a piece was added."""

    mine: int
    theirs: int
    player: int
    quiet: int


def start():
    return Position(1 << CELLS[0] | 1 << CELLS[24], 1 << CELLS[4] | 1 << CELLS[20], 0, 0)


def turn(p):
    return p.player


def spread(pieces):
    """All cells on and next to the pieces."""
    rows = pieces | pieces << 1 | pieces >> 1
    return (rows | rows << 6 | rows >> 6) & FULL


def moves(p):
    """Yield the moves that gain the most pieces first, by counting the enemies next to all cells at once."""
    empty = FULL & ~(p.mine | p.theirs)
    if p.quiet < QUIET_LIMIT and empty != 0 and p.mine != 0 and p.theirs != 0:
        # Three enemies above, below and beside each cell are added up to two bits, and these to a number of four bits.
        e = p.theirs
        west, east = e << 1, e >> 1
        row_1, row_2 = west ^ east ^ e, west & east | e & (west | east)
        above_1, above_2, below_1, below_2 = row_1 << 6, row_2 << 6, row_1 >> 6, row_2 >> 6
        side_1, side_2 = west ^ east, west & east
        n1 = above_1 ^ below_1 ^ side_1
        carry = above_1 & below_1 | side_1 & (above_1 | below_1)
        sum_2, carry_2 = above_2 ^ below_2 ^ side_2, above_2 & below_2 | side_2 & (above_2 | below_2)
        n2, carry_4 = sum_2 ^ carry, sum_2 & carry
        n4, n8 = carry_2 ^ carry_4, carry_2 & carry_4

        near = spread(p.mine)
        grow = near & empty
        leap = spread(near) & empty
        if leap == 0:
            yield PASS
        else:
            growing = grow & n8
            leaping = 0
            for gain in range(9, -1, -1):
                for target in each(growing | leaping):
                    square = SQUARE[target]
                    if growing >> target & 1:
                        yield square * 26
                    else:
                        for source in each(FAR[target] & p.mine):
                            yield SQUARE[source] * 25 + square
                # What has a gain of one less: growth next to gain − 2 enemies, leaps next to gain − 1.
                leaping = leap & with_count(n1, n2, n4, n8, gain - 1)
                growing = grow & with_count(n1, n2, n4, n8, gain - 2) if gain >= 2 else 0


def with_count(n1, n2, n4, n8, count):
    """All cells whose number, given by its four bits, is the count."""
    return (
        (n1 ^ (count & 1) - 1) & (n2 ^ (count >> 1 & 1) - 1) & (n4 ^ (count >> 2 & 1) - 1) & (n8 ^ (count >> 3 & 1) - 1)
    )


def play(p, move):
    if move == PASS:
        return Position(p.theirs, p.mine, 1 - p.player, p.quiet + 1)
    source, target = CELL[move // 25], CELL[move % 25]
    flipped = NEAR[target] & p.theirs
    mine = p.mine & ~(1 << source) | 1 << target | flipped
    return Position(p.theirs ^ flipped, mine, 1 - p.player, 0 if source == target else p.quiet + 1)


def utility(p, player):
    difference = p.mine.bit_count() - p.theirs.bit_count()
    if difference == 0:
        return 0
    return WIN if (difference > 0) == (player == p.player) else -WIN


def evaluate(p, player):
    border = spread(FULL & ~(p.mine | p.theirs))
    points = 10 * (p.mine.bit_count() - p.theirs.bit_count())
    points -= 2 * ((p.mine & border).bit_count() - (p.theirs & border).bit_count())
    return points if player == p.player else -points


def square_name(square):
    return "abcde"[square % SIZE] + str(SIZE - square // SIZE)


def show(p):
    first, second = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    lines = []
    for row in range(SIZE):
        cells = CELLS[row * SIZE : (row + 1) * SIZE]
        lines.append(f"{SIZE - row} " + " ".join(".XO"[(first >> c & 1) + 2 * (second >> c & 1)] for c in cells))
    return "\n".join([*lines, "  a b c d e"])


def move_name(p, move):
    if move == PASS:
        return "pass"
    source, target = divmod(move, 25)
    return square_name(target) if source == target else square_name(source) + square_name(target)
