"""A file read in a rule"""

from pathlib import Path
from typing import NamedTuple


class Position(NamedTuple):
    at: int
    player: int


def start():
    return Position(0, 0)


def turn(p):
    return p.player


def letter(i):
    return Path(__file__).read_text()[i]


def moves(p):
    for n in (1, 2, 3):
        if p.at + n < 25:
            yield n


def play(p, n):
    return Position(p.at + n + (letter(p.at + n) == "e"), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = ord(letter(p.at)) % 5
    return value if player == p.player else -value
