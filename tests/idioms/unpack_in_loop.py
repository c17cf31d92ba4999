"""Unpacking in for loops"""

from typing import NamedTuple

EDGES = (((0, 1), 3), ((1, 2), 1), ((2, 3), 4), ((3, 0), 2), ((0, 2), 5), ((1, 3), 2))


class Position(NamedTuple):
    colours: tuple
    player: int


def start():
    return Position((0, 0, 0, 0), 0)


def turn(p):
    return p.player


def moves(p):
    for vertex, colour in enumerate(p.colours):
        if colour == 0:
            yield vertex * 2
            yield vertex * 2 + 1


def play(p, move):
    vertex, colour = divmod(move, 2)
    return Position(p.colours[:vertex] + (colour + 1,) + p.colours[vertex + 1 :], 1 - p.player)


def balance(p):
    total = 0
    for (a, b), weight in EDGES:
        if p.colours[a] and p.colours[b]:
            total += weight if p.colours[a] == p.colours[b] else -weight
    return total


def utility(p, player):
    return 1 if (balance(p) > -6) == (player == 0) else -1


def evaluate(p, player):
    value = balance(p)
    for i, ((a, _), weight) in enumerate(EDGES):
        value += weight * i if p.colours[a] == 1 else 0
    return value if player == 0 else -value
