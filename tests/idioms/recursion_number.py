"""A recursive helper that returns a number"""

from typing import NamedTuple


class Position(NamedTuple):
    number: int
    player: int


def start():
    return Position(40, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.number == 1


def moves(p):
    yield 1
    if p.number % 2 == 0:
        yield 2
    if p.number % 3 == 0:
        yield 3


def play(p, move):
    return Position(p.number - 1 if move == 1 else p.number // move, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def ones(n):
    if n == 0:
        return 0
    return n % 2 + ones(n // 2)


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def evaluate(p, player):
    value = ones(p.number) - fibonacci(p.number % 7) % 4
    return value if player == p.player else -value
