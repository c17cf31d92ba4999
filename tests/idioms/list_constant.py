"""A list as a module constant"""

from typing import NamedTuple

COINS = [3, 9, 1, 7, 4, 6, 2, 8]
objective = "score"


class Position(NamedTuple):
    left: int
    right: int
    lead: int
    player: int


def start():
    return Position(0, len(COINS) - 1, 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.left <= p.right:
        yield 0
    if p.left < p.right:
        yield 1


def play(p, end):
    coin = COINS[p.left] if end == 0 else COINS[p.right]
    lead = p.lead + coin if p.player == 0 else p.lead - coin
    if end == 0:
        return Position(p.left + 1, p.right, lead, 1 - p.player)
    return Position(p.left, p.right - 1, lead, 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    better = max(COINS[p.left], COINS[p.right])
    points = p.lead + better if p.player == 0 else p.lead - better
    return points if player == 0 else -points
