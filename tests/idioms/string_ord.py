"""ord of a character"""

from typing import NamedTuple

WORD = "kibitzer"
objective = "score"


class Position(NamedTuple):
    left: int
    right: int
    lead: int
    player: int


def start():
    return Position(0, len(WORD), 0, 0)


def turn(p):
    return p.player


def value(letter):
    return ord(letter) - ord("a") + 1


def moves(p):
    if p.left < p.right:
        yield 0
        if p.right - p.left > 1:
            yield 1


def play(p, from_right):
    letter = WORD[p.right - 1] if from_right else WORD[p.left]
    gain = value(letter) if p.player == 0 else -value(letter)
    return Position(p.left + 1 - from_right, p.right - from_right, p.lead + gain, 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    ends = value(WORD[p.left]) + value(WORD[p.right - 1])
    points = p.lead + (ends / 2 if p.player == 0 else -ends / 2)
    return points if player == 0 else -points
