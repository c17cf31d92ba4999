"""List comprehensions with a condition"""

from typing import NamedTuple


class Position(NamedTuple):
    frogs: int
    player: int


def start():
    return Position(0b0011010110, 0)


def turn(p):
    return p.player


def moves(p):
    frogs = [i for i in range(10) if p.frogs >> i & 1]
    return [i for i in frogs if i >= 1 and i - 1 not in frogs or i >= 2 and i - 1 in frogs and i - 2 not in frogs]


def play(p, frog):
    step = 1 if not p.frogs >> (frog - 1) & 1 else 2
    return Position(p.frogs & ~(1 << frog) | 1 << (frog - step), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    frogs = [i for i in range(10) if p.frogs >> i & 1]
    gaps = [b - a for a, b in zip(frogs, frogs[1:]) if b - a > 1]  # noqa: RUF007
    value = len(gaps) * 2 - sum([g % 2 for g in gaps])
    return value if player == p.player else -value
