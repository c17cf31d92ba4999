"""while True with break and return"""

from typing import NamedTuple


class Position(NamedTuple):
    ring: int
    at: int
    player: int


def start():
    return Position(0b111111111, 0, 0)


def turn(p):
    return p.player


def counted(ring, at, n):
    while True:
        at = (at + 1) % 9
        if ring >> at & 1:
            n -= 1
            if n == 0:
                return at


def is_over(p):
    return p.ring.bit_count() == 1


def moves(p):
    yield 2
    yield 3
    if p.ring >> (p.at + 1) % 9 & 1:
        yield 4


def play(p, n):
    out = counted(p.ring, p.at, n)
    return Position(p.ring & ~(1 << out), out, 1 - p.player)


def utility(p, player):
    return 1 if p.ring.bit_length() % 2 == player else -1


def evaluate(p, player):
    steps = 0
    at = p.at
    while True:
        at = (at + 2) % 9
        steps += 1
        if p.ring >> at & 1 or steps > 5:
            break
    return steps if player == 0 else -steps
