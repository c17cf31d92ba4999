"""match with a class pattern"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    hot: int
    cold: int
    player: int


def start():
    return Position(5, 6, 0)


def turn(p):
    return p.player


def moves(p):
    match p:
        case Position(hot=0, cold=0):
            return []
        case Position(hot=0):
            return [2]
        case Position(cold=0):
            return [1]
        case Position(hot, cold, _) if hot == cold:
            return [1, 2, 3]
        case _:
            return [1, 2]


def play(p, move):
    return Position(p.hot - (move & 1), p.cold - (move >> 1), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    match p:
        case Position(hot=h, cold=c, player=0):
            value = h * 2 - c
        case Position(h, c):
            value = h - c * 2
    return value if player == 0 else -value
