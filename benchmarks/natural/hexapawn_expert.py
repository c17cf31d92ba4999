"""Hexapawn on a board of 3 × 4 with bits: square i is bit i."""

from typing import NamedTuple

from kibitz.bits import each

LEFT, RIGHT = 0o1111, 0o4444  # the outer columns


class Position(NamedTuple):
    mine: int
    theirs: int
    player: int
    arrived: bool


def start():
    return Position(0o7, 0o7000, 0, False)


def turn(p):
    return p.player


def moves(p):
    if p.arrived:
        return
    free = ~(p.mine | p.theirs)
    for square in each(p.mine):
        bit = 1 << square
        ahead = bit << 3 if p.player == 0 else bit >> 3
        if not bit & LEFT and ahead >> 1 & p.theirs:
            yield square * 3
        if ahead & free:
            yield square * 3 + 1
        if not bit & RIGHT and ahead << 1 & p.theirs:
            yield square * 3 + 2


def play(p, move):
    square, step = move // 3, move % 3 - 1
    target = 1 << square + (3 if p.player == 0 else -3) + step
    mine = p.mine ^ 1 << square | target
    return Position(p.theirs & ~target, mine, 1 - p.player, target & (0o7000 if p.player == 0 else 0o7) != 0)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    ahead = p.mine.bit_count() - p.theirs.bit_count()
    return ahead if player == p.player else -ahead
