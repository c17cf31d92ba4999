"""assert with a message"""

from typing import NamedTuple


class Position(NamedTuple):
    scale: int
    weights: int
    player: int


def start():
    return Position(0, 0b111110, 0)


def turn(p):
    return p.player


def is_over(p):
    return abs(p.scale) > 6


def moves(p):
    for weight in range(1, 6):
        if p.weights >> weight & 1:
            yield weight
            yield -weight


def play(p, move):
    assert move != 0, "a weight has a side"
    assert p.weights >> abs(move) & 1, f"weight {abs(move)} is gone"
    return Position(p.scale + move, p.weights & ~(1 << abs(move)), 1 - p.player)


def utility(p, player):
    return 1 if player == p.player and is_over(p) or player != p.player and not is_over(p) else -1


def evaluate(p, player):
    heaviest = p.weights.bit_length() - 1
    assert 0 < heaviest < 6, f"{heaviest} is no weight"
    value = abs(p.scale) - heaviest
    return value if player == p.player else -value
