"""Pebbles on a strip of twelve squares, four bits for each pebble, the last one highest."""

from typing import NamedTuple

HOME = 12
ALL_HOME = HOME | HOME << 4 | HOME << 8


class Position(NamedTuple):
    mine: int
    theirs: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    first, second, third = p.mine & 15, p.mine >> 4 & 15, p.mine >> 8
    for pebble in range(3):
        square = p.mine >> 4 * pebble & 15
        if square < HOME and (pebble == 0 or square != (p.mine >> 4 * pebble - 4 & 15)):
            for step in (1, 2):
                target = square + step
                if target >= HOME or (target != first and target != second and target != third):
                    yield pebble * 2 + step - 1


def play(p, move):
    a, b, c = p.mine & 15, p.mine >> 4 & 15, p.mine >> 8
    step = (move & 1) + 1
    if move < 2:
        a = min(a + step, HOME)
    elif move < 4:
        b = min(b + step, HOME)
    else:
        c = min(c + step, HOME)
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return Position(p.theirs, a | b << 4 | c << 8, 1 - p.player)


def is_over(p):
    return p.theirs == ALL_HOME


def utility(p, player):
    if not is_over(p):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    mine = (p.mine & 15) + (p.mine >> 4 & 15) + (p.mine >> 8)
    theirs = (p.theirs & 15) + (p.theirs >> 4 & 15) + (p.theirs >> 8)
    return mine - theirs if player == p.player else theirs - mine
