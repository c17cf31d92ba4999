"""min and max with default="""

from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    cards: int
    high: int
    lead: int
    player: int


def start():
    return Position(0b11101110, 4, 0, 0)


def turn(p):
    return p.player


def moves(p):
    above = [card for card in range(8) if p.cards >> card & 1 and card > p.high]
    lowest = min(above, default=-1)
    highest = max((card for card in range(8) if p.cards >> card & 1), default=-1)
    if lowest >= 0:
        yield lowest
    if highest != lowest and highest >= 0:
        yield highest


def play(p, card):
    gain = 2 if card > p.high else -1
    lead = p.lead + gain if p.player == 0 else p.lead - gain
    return Position(p.cards & ~(1 << card), card, lead, 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    rest = max((card for card in range(p.high) if p.cards >> card & 1), default=0)
    value = 3 * p.lead + (rest if p.player == 0 else -rest)
    return value if player == 0 else -value
