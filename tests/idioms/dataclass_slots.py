"""A dataclass with frozen=True, slots=True and kw_only=True"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    candle: float
    wind: int
    player: int


def start():
    return Position(candle=8.0, wind=1, player=0)


def turn(p):
    return p.player


def moves(p):
    if p.candle > 0.5:
        yield from (1, 2, 3)


def play(p, puff):
    burnt = p.candle - (1.0 if puff != p.wind else 0.5)
    return Position(candle=burnt / 2 if puff == 3 else burnt, wind=puff, player=1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.candle - 2 * p.wind
    return value if player == p.player else -value
