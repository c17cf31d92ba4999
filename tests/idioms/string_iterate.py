"""A loop over the characters of a string"""

from typing import NamedTuple

PATH = "RRULDDRURU"


class Position(NamedTuple):
    step: int
    x: int
    y: int
    player: int


def start():
    return Position(0, 0, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for n in (1, 2, 3):
        if p.step + n <= len(PATH):
            yield n


def walk(text):
    x = y = 0
    for letter in text:
        if letter == "R":
            x += 1
        elif letter == "L":
            x -= 1
        elif letter == "U":
            y += 1
        else:
            y -= 1
    return x, y


def play(p, n):
    dx, dy = walk(PATH[p.step : p.step + n])
    sign = 1 if p.player == 0 else -1
    return Position(p.step + n, p.x + sign * dx, p.y + sign * dy, 1 - p.player)


def utility(p, player):
    lead = p.x + 2 * p.y
    return 0 if lead == 0 else 1 if (lead > 0) == (player == 0) else -1


def evaluate(p, player):
    rest = 0
    for letter in PATH:
        if letter in "UR":
            rest += p.step
    lead = 10 * (p.x + 2 * p.y) + (rest if p.player == 0 else -rest)
    return lead if player == 0 else -lead
