"""values.index(max(values))"""

from typing import NamedTuple


class Position(NamedTuple):
    bowls: tuple
    player: int


def start():
    return Position((4, 6, 3, 5), 0)


def turn(p):
    return p.player


def moves(p):
    if max(p.bowls) > 0:
        fullest = p.bowls.index(max(p.bowls))
        for n in range(1, 4):
            if n <= p.bowls[fullest]:
                yield n


def play(p, n):
    bowls = list(p.bowls)
    fullest = bowls.index(max(bowls))
    emptiest = bowls.index(min(bowls))
    bowls[fullest] -= n
    if n == 3:
        bowls[emptiest] += 1
    return Position(tuple(bowls), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 2 * p.bowls.index(max(p.bowls)) - 3 * p.bowls.index(min(p.bowls)) + max(p.bowls) % 4
    return value if player == p.player else -value
