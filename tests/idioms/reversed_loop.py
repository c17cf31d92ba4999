"""reversed"""

from typing import NamedTuple


class Position(NamedTuple):
    digits: tuple
    player: int


def start():
    return Position((2, 1, 3, 2), 0)


def turn(p):
    return p.player


def moves(p):
    for i in reversed(range(4)):
        if p.digits[i] > 0:
            yield i


def play(p, i):
    digits = list(p.digits)
    digits[i] -= 1
    if i < 3 and digits[i + 1] < 2:
        digits[i + 1] += digits[i] > 0
        digits[i] = 0
    return Position(tuple(digits), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    number = 0
    for digit in reversed(p.digits):
        number = number * 3 + digit
    value = number % 7 - 3 * (p.digits == tuple(reversed(p.digits)))
    return value if player == p.player else -value
