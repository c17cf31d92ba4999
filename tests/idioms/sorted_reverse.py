"""sorted with reverse=True"""

from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    dice: tuple
    lead: int
    player: int


def start():
    return Position((5, 2, 6, 3, 4), 0, 0)


def turn(p):
    return p.player


def moves(p):
    if sum(p.dice) > 4:
        yield from range(3)


def play(p, rank):
    ordered = sorted(p.dice, reverse=True)
    gain = ordered[rank]
    ordered[rank] = gain // 2
    return Position(tuple(sorted(ordered)), p.lead + (gain if p.player == 0 else -gain), 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    first, second, *_ = sorted(p.dice, reverse=True)
    value = p.lead + (first - second if p.player == 0 else second - first)
    return value if player == 0 else -value
