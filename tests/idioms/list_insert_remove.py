"""list.insert and list.remove"""

from typing import NamedTuple


class Position(NamedTuple):
    queue: tuple
    turns: int


def start():
    return Position((4, 2, 5, 3, 1), 0)


def turn(p):
    return p.turns % 2


def moves(p):
    if p.turns < 6 and p.queue[0] != 1:
        yield from p.queue[1:4]


def play(p, who):
    queue = list(p.queue)
    queue.remove(who)
    queue.insert(0 if who < 4 else 2, who)
    if p.turns % 3 == 2:
        queue.insert(2, queue.pop())
    return Position(tuple(queue), p.turns + 1)


def utility(p, player):
    if p.queue[0] != 1:
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    queue = list(p.queue)
    queue.remove(1)
    queue.insert(2, 6)
    value = queue[0] * 2 - queue[3] + p.queue.index(1)
    return value if player == turn(p) else -value
