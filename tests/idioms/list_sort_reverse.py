"""list.sort (also with key=) and list.reverse"""

from typing import NamedTuple


class Position(NamedTuple):
    hand: tuple
    left: int


def start():
    return Position((7, 2, 9, 4), 7)


def turn(p):
    return p.left % 2


def moves(p):
    hand = list(p.hand)
    hand.sort(reverse=True)
    return [n for n in (1, 2, 3) if p.left > 0 and hand[0] - hand[n] > 1]


def play(p, n):
    hand = list(p.hand)
    hand.sort()
    hand[-1] -= n
    if n == 2:
        hand.reverse()
    elif n == 3:
        hand.sort(key=lambda card: (card % 2, card))
    return Position(tuple(hand), p.left - 1)


def utility(p, player):
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    hand = list(p.hand)
    hand.sort(key=lambda card: abs(card - 5))
    value = hand[0] - hand[1] + 2 * hand[3]
    hand.reverse()
    value -= hand[2]
    return value if player == turn(p) else -value
