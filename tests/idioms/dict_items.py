"""A loop over dict.items()"""

from typing import NamedTuple

RECIPES = {1: (2, 0), 2: (1, 1), 5: (0, 3), 7: (3, 2)}
objective = "score"


class Position(NamedTuple):
    flour: int
    sugar: int
    lead: int
    player: int


def start():
    return Position(8, 7, 0, 0)


def turn(p):
    return p.player


def moves(p):
    for cake, (flour, sugar) in RECIPES.items():
        if flour <= p.flour and sugar <= p.sugar:
            yield cake


def play(p, cake):
    flour, sugar = RECIPES[cake]
    lead = p.lead + cake if p.player == 0 else p.lead - cake
    return Position(p.flour - flour, p.sugar - sugar, lead, 1 - p.player)


def utility(p, player):
    return p.lead if player == 0 else -p.lead


def evaluate(p, player):
    best = 0
    for cake, needs in RECIPES.items():
        if needs[0] <= p.flour and needs[1] <= p.sugar and cake > best:
            best = cake
    value = p.lead + (best / 2 if p.player == 0 else -best / 2)
    return value if player == 0 else -value
