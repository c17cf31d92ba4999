"""bisect in a sorted list"""

from bisect import bisect_left, bisect_right
from typing import NamedTuple

GRADES = [3, 7, 7, 12, 18, 20]


class Position(NamedTuple):
    marks: tuple[int, int]
    left: int


def start():
    return Position((0, 0), 8)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        yield 2
        yield 5
        if bisect_left(GRADES, p.marks[turn(p)]) % 2:
            yield 7


def play(p, n):
    me = turn(p)
    marks = list(p.marks)
    marks[me] += n - bisect_right(GRADES, marks[1 - me])
    return Position(tuple(marks), p.left - 1)


def utility(p, player):
    mine, theirs = p.marks[player], p.marks[1 - player]
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    mine, theirs = p.marks[player], p.marks[1 - player]
    return 3 * (bisect_right(GRADES, mine) - bisect_right(GRADES, theirs)) + mine - theirs
