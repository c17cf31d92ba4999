"""A recursive helper that fills a list it is given"""

from typing import NamedTuple

MOST = 3


class Position(NamedTuple):
    coins: int
    last: int
    player: int


def start():
    return Position(10, 0, 0)


def turn(p):
    return p.player


def split(total, least, parts, found):
    if parts == 1:
        if total >= least:
            found.append(total)
        return
    for first in range(least, total // parts + 1):
        split(total - first, first, parts - 1, found)


def moves(p):
    found = []
    split(p.coins, 1, 2, found)
    for largest in found:
        if p.coins - largest != p.last and p.coins - largest <= MOST:
            yield largest


def play(p, largest):
    return Position(largest, p.coins - largest, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    found = []
    split(p.coins, 1, 3, found)
    value = len(found) - sum(found) % 5
    return value if player == p.player else -value
