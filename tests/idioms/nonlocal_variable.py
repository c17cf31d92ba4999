"""nonlocal"""

from typing import NamedTuple


class Position(NamedTuple):
    stack: tuple
    height: int
    player: int


def start():
    return Position((0, 0, 0, 0, 0, 0), 0, 0)


def turn(p):
    return p.player


def wobble(p):
    total = 0
    lean = 0

    def put(block):
        nonlocal total, lean
        lean += block if total % 2 == 0 else -block
        total += abs(lean)

    for block in p.stack[: p.height]:
        put(block)
    return total


def is_over(p):
    return p.height == 6 or wobble(p) > 14


def moves(p):
    yield from (1, 2, 4)


def play(p, block):
    return Position(p.stack[: p.height] + (block,) + p.stack[p.height + 1 :], p.height + 1, 1 - p.player)


def utility(p, player):
    if wobble(p) > 14:
        return 1 if player == p.player else -1
    return 0


def evaluate(p, player):
    value = wobble(p) % 5
    return value if player == p.player else -value
