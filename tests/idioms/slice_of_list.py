"""Slices of lists, also assigned and deleted"""

from typing import NamedTuple


class Position(NamedTuple):
    cards: tuple
    flips: int
    player: int


def start():
    return Position((2, 5, 1, 4, 3), 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.flips < 6 and p.cards != (1, 2, 3, 4, 5):
        yield from (2, 3, 4)


def play(p, n):
    cards = list(p.cards)
    if p.flips % 3 == 2:
        moved = cards[:n]
        del cards[:n]
        cards[1:1] = moved
    else:
        cards[:n] = cards[:n][::-1]
    return Position(tuple(cards), p.flips + 1, 1 - p.player)


def utility(p, player):
    value = p.cards[0] - p.cards[-1]
    return 1 if (value > 0) == (player == 0) else -1


def evaluate(p, player):
    cards = list(p.cards)
    value = sum(cards[:2]) - sum(cards[-2:]) + cards[1:-1][0]
    return value if player == 0 else -value
