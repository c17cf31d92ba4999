"""A frozen dataclass as the position"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    hand: tuple[int, int, int]
    total: int
    player: int


def start():
    return Position((2, 2, 2), 0, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.total >= 11


def moves(p):
    for card in range(3):
        if p.hand[card] > 0:
            yield card


def play(p, card):
    hand = p.hand[:card] + (p.hand[card] - 1,) + p.hand[card + 1 :]
    return Position(hand, p.total + (1, 3, 4)[card], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.hand[0] - p.hand[2] if p.total > 5 else p.hand[1]
    return value if player == p.player else -value
