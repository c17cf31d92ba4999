"""Strings returned by a helper and compared"""

from typing import NamedTuple


class Position(NamedTuple):
    low: int
    high: int
    player: int


def start():
    return Position(5, 8, 0)


def turn(p):
    return p.player


def kind(p):
    if p.low == p.high:
        return "even"
    if p.low == 0:
        return "alone"
    if p.high - p.low == 1:
        return "close"
    return "apart"


def moves(p):
    for n in range(1, p.high + 1):
        yield n
    if kind(p) == "close" or kind(p) == "even":
        for n in range(1, p.low + 1):
            yield 10 + n


def play(p, move):
    if move > 10:
        piles = p.low - (move - 10), p.high - (move - 10)
    else:
        piles = p.low, p.high - move
    return Position(min(piles), max(piles), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    name = kind(p)
    value = -3 if name == "even" else 5 if name == "alone" else 1 if name != "apart" else -1
    return value if player == p.player else -value
