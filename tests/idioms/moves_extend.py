"""moves builds a list with extend and +="""

from typing import NamedTuple


class Position(NamedTuple):
    steam: int
    gear: int
    player: int


def start():
    return Position(15, 1, 0)


def turn(p):
    return p.player


def moves(p):
    legal = []
    if p.steam >= p.gear:
        legal.append(p.gear)
        legal.extend(range(10, 10 + min(2, p.steam)))
    if p.gear > 1:
        legal += [20, 21][: p.steam]
    return legal


def play(p, move):
    if move < 10:
        return Position(p.steam - move, p.gear, 1 - p.player)
    if move < 20:
        return Position(p.steam - (move - 9), p.gear + 1, 1 - p.player)
    return Position(max(0, p.steam - 1), p.gear - 1 if move == 20 else 1, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = len(moves(p)) + p.steam % p.gear
    return value if player == p.player else -value
