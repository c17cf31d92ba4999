"""zip"""

from typing import NamedTuple

NEEDED = (2, 1, 1)


class Position(NamedTuple):
    mine: tuple[int, int, int]
    theirs: tuple[int, int, int]
    stock: tuple[int, int, int]
    player: int


def start():
    return Position((0, 0, 0), (0, 0, 0), (4, 3, 3), 0)


def turn(p):
    return p.player


def is_over(p):
    return all(have >= need for have, need in zip(p.theirs, NEEDED))


def moves(p):
    return [kind for kind, n in zip(range(3), p.stock) if n > 0]


def play(p, kind):
    step = tuple(int(i == kind) for i in range(3))
    mine = tuple(have + new for have, new in zip(p.mine, step))
    stock = tuple(n - new for n, new in zip(p.stock, step))
    return Position(p.theirs, mine, stock, 1 - p.player)


def utility(p, player):
    if not is_over(p):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(min(a, n) - min(b, n) for a, b, n in zip(p.mine, p.theirs, NEEDED))
    return value if player == p.player else -value
