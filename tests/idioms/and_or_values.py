"""and and or that return values, and numbers, tuples and lists as conditions"""

from typing import NamedTuple


class Position(NamedTuple):
    bids: tuple[int, int]
    jar: int
    player: int


def start():
    return Position((0, 0), 14, 0)


def turn(p):
    return p.player


def moves(p):
    limit = p.bids[1 - p.player] or 3
    legal = []
    for n in range(1, 5):
        if p.jar >= n and n <= limit + 1 and n != p.bids[p.player]:
            legal.append(n)
    return legal or (p.jar and [1]) or []


def play(p, n):
    bids = (n, p.bids[1]) if not p.player else (p.bids[0], n)
    return Position(bids, p.jar - n, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    big = [bid for bid in p.bids if bid > 2]
    value = (p.bids[0] and p.jar % 3) + (len(big) if big else -2) + (p.jar % 4 or 5)
    if not p.bids[1]:
        value += 1
    return value if player == p.player else -value
