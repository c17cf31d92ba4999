"""Tuples compared with <, == and max"""

from typing import NamedTuple


class Position(NamedTuple):
    mine: tuple[int, int, int]
    theirs: tuple[int, int, int]
    left: int


def start():
    return Position((0, 2, 1), (0, 1, 3), 6)


def turn(p):
    return p.left % 2


def is_over(p):
    return p.left == 0 or p.mine == p.theirs


def moves(p):
    for i in range(3):
        raised = tuple(v + (j == i) for j, v in enumerate(p.mine))
        if raised > p.theirs or i == 2:
            yield i
    if p.mine < p.theirs:
        yield 3


def play(p, move):
    if move == 3:
        mine = p.mine[1:] + p.mine[:1]
    else:
        mine = tuple((v + (j == move)) % 4 for j, v in enumerate(p.mine))
    return Position(p.theirs, mine, p.left - 1)


def utility(p, player):
    if p.mine == p.theirs:
        return 0
    return 1 if (p.mine > p.theirs) == (player == turn(p)) else -1


def evaluate(p, player):
    best = max(p.mine, p.theirs, (1, 1, 1))
    value = (2 if p.mine >= p.theirs else -2) + (best[0], 0).count(1) + ((p.mine[2], 1) != (1, p.theirs[0]))
    return value if player == turn(p) else -value
