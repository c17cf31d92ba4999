"""list(t), a few changes, tuple(...) again"""

from typing import NamedTuple


class Position(NamedTuple):
    pegs: tuple
    player: int


def start():
    return Position((1, 1, 0, 1, 1, 1, 0, 1, 1), 0)


def turn(p):
    return p.player


def jumps(pegs):
    for i in range(len(pegs) - 2):
        if pegs[i + 1] and pegs[i] != pegs[i + 2]:
            yield i


def moves(p):
    yield from jumps(p.pegs)


def play(p, i):
    pegs = list(p.pegs)
    pegs[i] = 1 - pegs[i]
    pegs[i + 1] = 0
    pegs[i + 2] ^= 1
    return Position(tuple(pegs), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    pegs = list(p.pegs)
    pegs[0] = pegs[-1] = 0
    value = 3 - 2 * len(list(jumps(tuple(pegs))))
    return value if player == p.player else -value
