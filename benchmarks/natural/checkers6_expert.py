"""Checkers on a board of 6×6, written for speed: the rules of `checkers6.py` on bitboards.

Square 6 × row + column is a bit. A diagonal step beyond the edge ends on a light square, where no piece ever is.
"""

from typing import NamedTuple

import numpy as np

from kibitz.bits import each

SIZE = 6
QUIET_LIMIT = 20
WIN = 10_000

DARK = sum(1 << square for square in range(36) if (square // 6 + square % 6) % 2)
ROW = [DARK & 63 << 6 * row for row in range(6)]
FIRST_ROW, LAST_ROW = ROW[0], ROW[5]

STEPS = (-7, -5, 5, 7)  # the directions of a white man, then those of a black one


def landing(square, step, times):
    """The bit that some steps in a direction lead to, or 0 beyond the edge."""
    row, column = square // 6, square % 6
    down, right = (step + 7) // 12 * 2 - 1, 1 if step in (-5, 7) else -1
    row, column = row + down * times, column + right * times
    return 1 << 6 * row + column if 0 <= row < 6 and 0 <= column < 6 else 0


STEP = np.array([[landing(square, step, 1) for step in STEPS] for square in range(36)])
JUMP = np.array([[landing(square, step, 2) for step in STEPS] for square in range(36)])
DELTA = np.array(STEPS)

# The value of a man's row in units of four, as the sum of its bits; a man of White is on its way to row 0.
WHITE_1 = ROW[0] | ROW[2] | ROW[4]
WHITE_2 = ROW[2] | ROW[3] | ROW[5]
WHITE_4 = ROW[0] | ROW[1]
BLACK_1 = ROW[5] | ROW[3] | ROW[1]
BLACK_2 = ROW[3] | ROW[2] | ROW[0]
BLACK_4 = ROW[5] | ROW[4]
INNER = sum(1 << 6 * row + column for row in range(1, 5) for column in range(1, 5)) & DARK
CENTRE = sum(1 << 6 * row + column for row in range(2, 4) for column in range(2, 4)) & DARK


class Position(NamedTuple):
    """The pieces of both, which of them are kings, the player to move, and the plies without progress."""

    white: int
    black: int
    kings: int
    player: int
    quiet: int


def start():
    return Position(ROW[4] | ROW[5], ROW[0] | ROW[1], 0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.quiet < QUIET_LIMIT:
        if p.player == 0:
            own, enemy = p.white, p.black
            up, down = own, own & p.kings
            crown = FIRST_ROW
        else:
            own, enemy = p.black, p.white
            up, down = own & p.kings, own
            crown = LAST_ROW
        empty = DARK & ~(own | enemy)
        jumpers = up & (enemy << 7 & empty << 14 | enemy << 5 & empty << 10)
        jumpers |= down & (enemy >> 7 & empty >> 14 | enemy >> 5 & empty >> 10)
        if jumpers != 0:
            for origin in each(jumpers):
                is_king = p.kings >> origin & 1 == 1
                first = 0 if is_king or p.player == 0 else 2
                end = 4 if is_king or p.player == 1 else 2
                last = 0 if is_king else crown
                open_squares = empty | 1 << origin
                path, square, direction, extended = origin, origin, first, False
                # A path is a number in base 36, so the way back from its end can be read from it: no stack is needed.
                while True:
                    if direction < end:
                        victim, target = STEP[square, direction], JUMP[square, direction]
                        if victim & enemy == 0 or target & open_squares == 0:
                            direction += 1
                        elif target & last != 0:
                            yield path * 36 + square + 2 * DELTA[direction]
                            extended = True
                            direction += 1
                        else:
                            enemy ^= victim
                            open_squares |= victim
                            square += 2 * DELTA[direction]
                            path = path * 36 + square
                            direction = first
                            extended = False
                    elif path < 36:
                        break
                    else:
                        if not extended:
                            yield path
                        path //= 36
                        before = path % 36
                        middle = square + before >> 1
                        enemy |= 1 << middle
                        open_squares &= ~(1 << middle)
                        step = middle - before
                        direction = (0 if step == -7 else 1 if step == -5 else 2 if step == 5 else 3) + 1
                        square = before
                        extended = True
        else:
            up &= empty << 7 | empty << 5
            down &= empty >> 7 | empty >> 5
            for square in each(up | down):
                if up >> square & 1:
                    if STEP[square, 0] & empty != 0:
                        yield square * 37 - 7
                    if STEP[square, 1] & empty != 0:
                        yield square * 37 - 5
                if down >> square & 1:
                    if STEP[square, 2] & empty != 0:
                        yield square * 37 + 5
                    if STEP[square, 3] & empty != 0:
                        yield square * 37 + 7


def play(p, move):
    end = move % 36
    path = move // 36
    square, captured = end, 0
    while path != 0:
        before = path % 36
        path //= 36
        if abs(square - before) > 7:
            captured |= 1 << (square + before >> 1)
        square = before
    origin, target = 1 << square, 1 << end
    is_king = p.kings & origin != 0
    quiet = p.quiet + 1 if is_king and captured == 0 else 0
    kings = p.kings & ~(origin | captured)
    if is_king or target & (FIRST_ROW if p.player == 0 else LAST_ROW) != 0:
        kings |= target
    if p.player == 0:
        return Position(p.white & ~origin | target, p.black & ~captured, kings, 1, quiet)
    return Position(p.white & ~captured, p.black & ~origin | target, kings, 0, quiet)


def utility(p, player):
    if p.quiet >= QUIET_LIMIT:
        return 0
    return -WIN if player == p.player else WIN


def king_points(kings):
    return 175 * kings.bit_count() + 5 * ((kings & INNER).bit_count() + (kings & CENTRE).bit_count())


def men_points(men, one, two, four):
    return 100 * men.bit_count() + 4 * (
        (men & one).bit_count() + 2 * (men & two).bit_count() + 4 * (men & four).bit_count()
    )


def evaluate(p, player):
    points = king_points(p.white & p.kings) - king_points(p.black & p.kings)
    points += men_points(p.white & ~p.kings, WHITE_1, WHITE_2, WHITE_4)
    points -= men_points(p.black & ~p.kings, BLACK_1, BLACK_2, BLACK_4)
    return points if player == 0 else -points


def show(p):
    lines = []
    for row in range(SIZE):
        symbols = []
        for column in range(SIZE):
            bit = 1 << row * SIZE + column
            symbol = "w" if p.white & bit else "b" if p.black & bit else "." if DARK & bit else " "
            symbols.append(symbol.upper() if p.kings & bit else symbol)
        lines.append(f"{SIZE - row} " + " ".join(symbols))
    return "\n".join([*lines, "  a b c d e f"])


def move_name(p, move):
    names = []
    while move > 0:
        move, square = divmod(move, 36)
        names.append("abcdef"[square % SIZE] + str(SIZE - square // SIZE))
    return "-".join(reversed(names))
