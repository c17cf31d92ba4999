"""Domineering on a board of 6×6, written for speed: the rules of `domineering.py` on a bitboard."""

from typing import NamedTuple

from kibitz.bits import each

SIZE = 6
WIN = 1000
FULL = (1 << 36) - 1
TOP = 63
LEFT = sum(1 << 6 * row for row in range(6))
NOT_RIGHT = FULL & ~(LEFT << 5)


class Position(NamedTuple):
    """The empty squares, square 6 × row + column as a bit, and who is to move."""

    empty: int
    player: int


def start():
    return Position(FULL, 0)


def turn(p):
    return p.player


def upright(empty):
    return empty & empty >> 6


def lying(empty):
    return empty & empty >> 1 & NOT_RIGHT


def moves(p):
    places = upright(p.empty) if p.player == 0 else lying(p.empty)
    yield from each(places)


def play(p, move):
    return Position(p.empty & ~((65 if p.player == 0 else 3) << move), 1 - p.player)


def utility(p, player):
    return -WIN if player == p.player else WIN


def room_upright(empty):
    """How many dominoes fit one after the other: as many as there are empty squares at an odd place of their run."""
    even = empty & TOP
    even |= empty & TOP << 6 & ~(even << 6)
    even |= empty & TOP << 12 & ~(even << 6)
    even |= empty & TOP << 18 & ~(even << 6)
    even |= empty & TOP << 24 & ~(even << 6)
    even |= empty & TOP << 30 & ~(even << 6)
    return (empty ^ even).bit_count()


def room_lying(empty):
    even = empty & LEFT
    even |= empty & LEFT << 1 & ~(even << 1)
    even |= empty & LEFT << 2 & ~(even << 1)
    even |= empty & LEFT << 3 & ~(even << 1)
    even |= empty & LEFT << 4 & ~(even << 1)
    even |= empty & LEFT << 5 & ~(even << 1)
    return (empty ^ even).bit_count()


def evaluate(p, player):
    points = 3 * (room_upright(p.empty) - room_lying(p.empty))
    points += upright(p.empty).bit_count() - lying(p.empty).bit_count()
    return points if player == 0 else -points


def show(p):
    lines = []
    for row in range(SIZE):
        squares = range(row * SIZE, (row + 1) * SIZE)
        lines.append(f"{SIZE - row} " + " ".join("." if p.empty >> square & 1 else "#" for square in squares))
    return "\n".join([*lines, "  a b c d e f"])


def move_name(p, move):
    row, column = divmod(move, SIZE)
    return f"{'abcdef'[column]}{SIZE - row}"
