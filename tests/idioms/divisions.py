"""/ and // side by side"""

from typing import NamedTuple


class Position(NamedTuple):
    gold: int
    silver: int
    player: int


def start():
    return Position(13, 9, 0)


def turn(p):
    return p.player


def moves(p):
    if p.gold > 0 and p.gold / (p.silver + 1) > 0.5:
        yield 0
    if p.silver // 2 > 0:
        yield 1
    if p.gold >= 4:
        yield 2


def play(p, move):
    if move == 0:
        return Position(p.gold - 1 - p.gold // 5, p.silver, 1 - p.player)
    if move == 1:
        return Position(p.gold, p.silver // 2, 1 - p.player)
    return Position(p.gold - 4, p.silver + 1, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.gold / 4 - p.gold // 4 + 7 // (p.silver + 1) - 1 / 2
    return value if player == p.player else -value
