"""Set operations | & - ^ and subset tests"""

from typing import NamedTuple

EVENS = {0, 2, 4, 6, 8}
SMALL = {0, 1, 2, 3}
GOALS = [{0, 4, 8}, {1, 3, 5}, {2, 6, 7}]


class Position(NamedTuple):
    first: tuple
    second: tuple
    player: int


def start():
    return Position((9, 9, 9, 9), (9, 9, 9, 9), 0)


def turn(p):
    return p.player


def is_over(p):
    return any(goal <= set(p.first) or goal <= set(p.second) for goal in GOALS)


def moves(p):
    if p.second[3] == 9:
        free = set(range(9)) - (set(p.first) | set(p.second))
        yield from sorted(free & EVENS | free - SMALL if len(free) > 7 else free)


def play(p, n):
    if p.player == 0:
        at = p.first.index(9)
        return Position(p.first[:at] + (n,) + p.first[at + 1 :], p.second, 1)
    at = p.second.index(9)
    return Position(p.first, p.second[:at] + (n,) + p.second[at + 1 :], 0)


def utility(p, player):
    if not is_over(p):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    first, second = set(p.first) - {9}, set(p.second) - {9}
    value = len(first & EVENS) - len(second & EVENS) + len(first ^ SMALL) - len(second ^ SMALL)
    return value if player == 0 else -value
