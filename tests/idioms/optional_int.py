"""A field that is an int or None"""

from typing import NamedTuple, Optional


class Position(NamedTuple):
    pile: int
    forbidden: Optional[int]  # noqa: UP045
    player: int


def start():
    return Position(16, None, 0)


def turn(p):
    return p.player


def moves(p):
    for n in range(1, min(4, p.pile) + 1):
        if p.forbidden is None or n != p.forbidden:
            yield n


def play(p, n):
    return Position(p.pile - n, n if n > 1 else None, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.pile % 5
    if p.forbidden is not None:
        value -= 2 * p.forbidden
    return value if player == p.player else -value
