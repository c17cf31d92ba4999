"""Functions inside functions that read outer variables"""

from typing import NamedTuple


class Position(NamedTuple):
    a: tuple[int, int, int]
    b: tuple[int, int, int]
    player: int


def start():
    return Position((3, 0, 2), (1, 2, 2), 0)


def turn(p):
    return p.player


def moves(p):
    own = p.a if p.player == 0 else p.b

    def can_move(pit):
        return own[pit] > 0 and (pit == 2 or own[pit + 1] < 4)

    for pit in range(3):
        if can_move(pit):
            yield pit


def play(p, pit):
    own = p.a if p.player == 0 else p.b

    def changed(i):
        if i == pit:
            return own[i] - 1
        return own[i] + 1 if i == pit + 1 else own[i]

    new = (changed(0), changed(1), changed(2))
    return Position(new, p.b, 1) if p.player == 0 else Position(p.a, new, 0)


def utility(p, player):
    return -1 if player == p.player else 1


def weigher(base):
    def weigh(pits):
        return pits[0] * base * base + pits[1] * base + pits[2]

    return weigh


def evaluate(p, player):
    weigh = weigher(3)
    value = weigh(p.a) - weigh(p.b)
    return value if player == 0 else -value
