"""filter"""

from typing import NamedTuple


class Position(NamedTuple):
    numbers: tuple
    player: int


def start():
    return Position((12, 7, 9, 10), 0)


def turn(p):
    return p.player


def is_even(n):
    return n % 2 == 0


def moves(p):
    yield from filter(lambda i: p.numbers[i] > 0, range(4))


def play(p, i):
    n = p.numbers[i]
    return Position(
        p.numbers[:i] + (n // 2 if is_even(n) else n - 3 if n > 3 else 0,) + p.numbers[i + 1 :], 1 - p.player
    )


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len(list(filter(is_even, p.numbers))) - 2 * sum(filter(lambda n: n > 8, p.numbers)) % 5
    value += len(list(filter(None, p.numbers)))
    return value if player == p.player else -value
