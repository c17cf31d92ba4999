"""Tic-tac-toe with bits."""

from typing import NamedTuple

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class Position(NamedTuple):
    mine: int
    theirs: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for cell in range(9):
        if not (p.mine | p.theirs) >> cell & 1:
            yield cell


def play(p, cell):
    return Position(p.theirs, p.mine | 1 << cell, 1 - p.player)


def has_line(cells):
    for line in LINES:
        if cells & line == line:
            return True
    return False


def is_over(p):
    return has_line(p.theirs) or p.mine | p.theirs == 0o777


def utility(p, player):
    if not has_line(p.theirs):
        return 0
    return -1 if player == p.player else 1
