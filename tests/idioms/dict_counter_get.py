"""A local dict as a counter with dict.get"""

from typing import NamedTuple


class Position(NamedTuple):
    cards: tuple
    count: int


def start():
    return Position((0, 0, 0, 0, 0, 0), 0)


def turn(p):
    return p.count % 2


def counted(cards):
    counts = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def is_over(p):
    return p.count == 6 or counted(p.cards[: p.count]).get(2, 0) == 2


def moves(p):
    counts = counted(p.cards[: p.count])
    for card in range(1, 5):
        if counts.get(card, 0) < card:
            yield card


def play(p, card):
    return Position(p.cards[: p.count] + (card,) + p.cards[p.count + 1 :], p.count + 1)


def utility(p, player):
    if counted(p.cards[: p.count]).get(2, 0) < 2:
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    counts = counted(p.cards[: p.count])
    value = counts.get(3, 0) * 2 - len(counts) + 3 * (1 in counts)
    return value if player == turn(p) else -value
