"""A helper with *args"""

from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    c: int
    player: int


def start():
    return Position(2, 5, 7, 0)


def turn(p):
    return p.player


def nim_sum(*heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


def largest(first, *others):
    for other in others:
        if other > first:
            first = other
    return first


def moves(p):
    top = largest(p.a, p.b, p.c)
    for i, heap in enumerate((p.a, p.b, p.c)):
        if heap == top and heap > 0:
            yield i * 8 + 1
            if heap > 3:
                yield i * 8 + heap // 2


def play(p, move):
    heaps = [p.a, p.b, p.c]
    heaps[move // 8] -= move % 8
    return Position(heaps[0], heaps[1], heaps[2], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = nim_sum(p.a, p.b, p.c) - nim_sum(p.a, p.b) - len((p.a,)) * largest(p.c)
    return value if player == p.player else -value
