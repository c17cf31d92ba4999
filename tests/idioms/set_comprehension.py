"""Set comprehensions"""

from typing import NamedTuple


class Position(NamedTuple):
    marks: tuple
    player: int


def start():
    return Position((0, 0, 0, 0, 0, 0), 0)


def turn(p):
    return p.player


def moves(p):
    if p.marks[5]:
        return
    used = {mark for mark in p.marks if mark}
    forbidden = {a + b for a in used for b in used if a != b}
    for mark in range(1, 10):
        if mark not in used and mark not in forbidden:
            yield mark


def play(p, mark):
    at = p.marks.index(0)
    return Position(p.marks[:at] + (mark,) + p.marks[at + 1 :], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len({mark % 4 for mark in p.marks}) - len({abs(mark - 5) for mark in p.marks if mark > 2})
    return value if player == p.player else -value
