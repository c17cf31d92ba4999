"""in and not in on constant strings"""

from typing import NamedTuple

TEXT = "banana split or pie"
VOWELS = "aeiou"


class Position(NamedTuple):
    at: int
    score: int
    player: int


def start():
    return Position(0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for n in (1, 2, 3):
        if p.at + n <= len(TEXT):
            yield n


def play(p, n):
    gained = 0
    for letter in TEXT[p.at : p.at + n]:
        if letter in VOWELS:
            gained += 2
        elif letter not in "bp ":
            gained += 1
    return Position(p.at + n, p.score + (gained if p.player == 0 else -gained), 1 - p.player)


def utility(p, player):
    if p.score == 0:
        return 0
    return 1 if (p.score > 0) == (player == 0) else -1


def evaluate(p, player):
    next_is_vowel = p.at < len(TEXT) and TEXT[p.at] in VOWELS
    points = p.score + (next_is_vowel if p.player == 0 else -next_is_vowel)
    return points if player == 0 else -points
