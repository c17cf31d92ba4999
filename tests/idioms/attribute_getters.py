"""operator.attrgetter and itemgetter as rules and keys"""

from operator import attrgetter, itemgetter
from typing import NamedTuple


class Card(NamedTuple):
    rank: int
    suit: int


CARDS = [Card(3, 0), Card(7, 1), Card(5, 0), Card(2, 2), Card(6, 1), Card(4, 2)]


class Position(NamedTuple):
    hand: int
    top: int
    player: int


turn = attrgetter("player")


def start():
    return Position(0b111111, 0, 0)


def held(p):
    return [card for i, card in enumerate(CARDS) if p.hand >> i & 1]


def moves(p):
    top = CARDS[p.top]
    for i, card in enumerate(CARDS):
        if p.hand >> i & 1 and (card.suit == top.suit or card.rank > top.rank):
            yield i


def play(p, i):
    return Position(p.hand & ~(1 << i), i, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    best = max(held(p), key=attrgetter("rank"))
    last = sorted(held(p), key=itemgetter(1, 0))[-1]
    value = best.rank - 2 * last.rank + best.suit
    return value if player == p.player else -value
