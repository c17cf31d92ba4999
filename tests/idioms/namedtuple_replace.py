"""NamedTuple._replace"""

from typing import NamedTuple


class Position(NamedTuple):
    hp: tuple[int, int]
    shield: tuple[bool, bool]
    player: int


def start():
    return Position((5, 5), (False, False), 0)


def turn(p):
    return p.player


def is_over(p):
    return min(p.hp) <= 0


def moves(p):
    yield 0
    if not p.shield[p.player]:
        yield 1
    if p.hp[p.player] > 2:
        yield 2


def play(p, move):
    me = p.player
    p = p._replace(player=1 - me)
    if move == 1:
        hp = tuple(h - 1 if i == me else h for i, h in enumerate(p.hp))
        return p._replace(hp=hp, shield=(True, p.shield[1]) if me == 0 else (p.shield[0], True))
    hurt = 1 if p.shield[1 - me] else 2
    hp = tuple(h - hurt if i != me else h - (move == 2) for i, h in enumerate(p.hp))
    return p._replace(hp=hp, shield=(p.shield[0] and me == 0, p.shield[1] and me == 1) if move == 2 else p.shield)


def utility(p, player):
    mine, theirs = p.hp[player], p.hp[1 - player]
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    q = p._replace(hp=(p.hp[0] + p.shield[0], p.hp[1] + p.shield[1]))
    return q.hp[player] - q.hp[1 - player]
