"""A tuple reversed with [::-1]"""

from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    pits: tuple
    lead: int
    player: int


def start():
    return Position((2, 2, 2, 2, 2, 2), 0, 0)


def turn(p):
    return p.player


def moves(p):
    pits = p.pits if p.player == 0 else p.pits[::-1]
    for pit in range(3):
        if pits[pit]:
            yield pit


def play(p, pit):
    pits = list(p.pits if p.player == 0 else p.pits[::-1])
    stones, pits[pit] = pits[pit] - 1, 0
    for i in range(pit + 1, min(pit + stones + 1, 6)):
        pits[i] += 1
    home = 1 + max(0, pit + stones - 5)
    after = tuple(pits)
    lead = p.lead + home if p.player == 0 else p.lead - home
    return Position(after if p.player == 0 else after[::-1], lead, 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    value = p.lead
    for here, there in zip(p.pits[:3], p.pits[::-1]):
        value += (here > there) - (here < there)
    return value if player == 0 else -value
