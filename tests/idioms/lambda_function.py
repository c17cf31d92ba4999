"""A lambda kept in a name and passed to a helper"""

from typing import NamedTuple

DOUBLED = lambda n: 2 * n  # noqa: E731


class Position(NamedTuple):
    value: int
    left: int
    player: int


def start():
    return Position(3, 6, 0)


def turn(p):
    return p.player


def moves(p):
    if p.left > 0:
        yield from range(3)


def apply(function, value, times):
    for _ in range(times):
        value = function(value)
    return value


def play(p, move):
    if move == 0:
        value = apply(DOUBLED, p.value, 2)
    elif move == 1:
        value = apply(lambda n: n - 5, p.value, 3)
    else:
        value = apply(lambda n: n // 2 + p.left, p.value, 1)
    return Position(value, p.left - 1, 1 - p.player)


def utility(p, player):
    return 1 if (p.value % 8 < 4) == (player == 0) else -1


def evaluate(p, player):
    far = lambda n: abs(n - 4)  # noqa: E731
    value = far(p.value % 8) - far(DOUBLED(p.left))
    return value if player == 0 else -value
