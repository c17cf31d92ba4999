"""int of a character"""

from typing import NamedTuple

DIGITS = "31415926535"


class Position(NamedTuple):
    at: int
    total: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.at + 1 < len(DIGITS):
        yield 0
        yield 1


def play(p, skip):
    digit = int(DIGITS[p.at + skip])
    return Position(p.at + 1 + skip, (p.total * 3 + digit) % 10, 1 - p.player)


def utility(p, player):
    return 1 if p.total % 2 == player else -1


def evaluate(p, player):
    guess = p.total + int(DIGITS[p.at])
    return guess % 5 - 2 if player == 0 else 2 - guess % 5
