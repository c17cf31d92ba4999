"""A table filled by a function when the file is loaded"""

from typing import NamedTuple

LIMIT = 30


def grundy_table(limit, steps):
    table = []
    for n in range(limit):
        reachable = [table[n - step] for step in steps if step <= n]
        value = 0
        while value in reachable:
            value += 1
        table.append(value)
    return table


STEPS = (1, 3, 4)
GRUNDY = grundy_table(LIMIT, STEPS)


class Position(NamedTuple):
    heaps: tuple
    player: int


def start():
    return Position((9, 12, 5), 0)


def turn(p):
    return p.player


def moves(p):
    for heap in range(3):
        for step in STEPS:
            if step <= p.heaps[heap]:
                yield heap * 10 + step


def play(p, move):
    heap, step = move // 10, move % 10
    return Position(tuple(n - step if i == heap else n for i, n in enumerate(p.heaps)), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    a, b, c = p.heaps
    value = 5 if GRUNDY[a] ^ GRUNDY[b] ^ GRUNDY[c] else -5
    return value if player == p.player else -value
