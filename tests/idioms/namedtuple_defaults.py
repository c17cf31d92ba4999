"""A NamedTuple with default fields and keyword construction"""

from typing import NamedTuple


class Position(NamedTuple):
    fuse: int = 12
    wet: bool = False
    speed: int = 1
    player: int = 0


def start():
    return Position(fuse=14)


def turn(p):
    return p.player


def moves(p):
    if p.fuse > 0:
        yield 0
        if p.speed < 3:
            yield 1
        if not p.wet:
            yield 2


def play(p, move):
    if move == 2:
        return Position(p.fuse, wet=True, player=1 - p.player)
    speed = p.speed + move
    return Position(max(0, p.fuse - speed), p.wet, speed, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.fuse % (p.speed + 1) - Position(wet=p.wet).fuse * p.wet
    return value if player == p.player else -value
