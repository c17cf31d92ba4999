"""A field that is an int at first and a float later"""

from typing import NamedTuple


class Position(NamedTuple):
    money: tuple
    rounds: int
    player: int


def start():
    return Position((10, 10), 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.rounds < 6:
        yield 0
        yield 1
        if p.money[p.player] > 4:
            yield 2


def play(p, move):
    mine, theirs = p.money[p.player], p.money[1 - p.player]
    if move == 0:
        mine = mine + 1
    elif move == 1:
        mine = mine * 1.25
    else:
        mine, theirs = mine - 2, theirs / 2
    return Position((mine, theirs) if p.player == 0 else (theirs, mine), p.rounds + 1, 1 - p.player)


def utility(p, player):
    mine, theirs = p.money[player], p.money[1 - player]
    return 0 if mine == theirs else 1 if mine > theirs else -1


def evaluate(p, player):
    return p.money[player] - p.money[1 - player]
