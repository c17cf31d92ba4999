"""tuple.count"""

from typing import NamedTuple


class Position(NamedTuple):
    votes: tuple
    player: int


def start():
    return Position((0,) * 8, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.votes.count(1) >= 4 or p.votes.count(2) >= 4


def moves(p):
    for i in range(8):
        if p.votes[i] == 0:
            yield i


def play(p, i):
    votes = list(p.votes)
    votes[i] = p.player + 1
    if p.votes.count(0) % 3 == 0:
        votes[(i + 1) % 8] = 0
    return Position(tuple(votes), 1 - p.player)


def utility(p, player):
    mine, theirs = p.votes.count(player + 1), p.votes.count(2 - player)
    return 0 if mine == theirs else 1 if mine > theirs else -1


def evaluate(p, player):
    mine, theirs = p.votes.count(player + 1), p.votes.count(2 - player)
    return mine * mine - theirs * theirs
