"""Augmented assignment: += -= *= //= %= **= &= |= ^= <<= >>="""

from typing import NamedTuple


class Position(NamedTuple):
    x: int
    bits: int
    left: int


def start():
    return Position(5, 0b1001, 7)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        yield 1
        yield 2
        if p.bits & 1:
            yield 3


def play(p, move):
    x, bits, left = p
    left -= 1
    if move == 1:
        x *= 3
        x -= 4
        bits <<= 1
        bits &= 255
    elif move == 2:
        x **= 2
        x %= 11
        bits |= 4
    else:
        x //= 2
        x += left
        bits >>= 1
        bits ^= 0b110
    return Position(x, bits, left)


def utility(p, player):
    return 1 if (p.x % 4 < 2) == (player == 0) else -1


def evaluate(p, player):
    value = p.x / 2
    value -= p.bits
    value /= 4
    return value if player == 0 else -value
