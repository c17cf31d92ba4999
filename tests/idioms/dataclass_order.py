"""A dataclass with order=True, compared with < and max"""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Hand:
    high: int
    low: int


@dataclass(frozen=True)
class Position:
    hands: tuple[Hand, Hand]
    deck: int
    player: int


def start():
    return Position((Hand(0, 0), Hand(0, 0)), 0b1111110, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.deck.bit_count() <= 2


def moves(p):
    for card in range(1, 7):
        if p.deck >> card & 1:
            yield card


def play(p, card):
    hand = p.hands[p.player]
    better = max(hand, Hand(card, hand.high % 3), Hand(hand.high, (hand.low + card) % 5))
    hands = (better, p.hands[1]) if p.player == 0 else (p.hands[0], better)
    return Position(hands, p.deck & ~(1 << card), 1 - p.player)


def utility(p, player):
    mine, yours = p.hands[player], p.hands[1 - player]
    return 0 if mine == yours else 1 if mine > yours else -1


def evaluate(p, player):
    first, second = p.hands
    lead = 2 if second < first else -2 if first < second else 0
    lead += first.low - second.low
    return lead if player == 0 else -lead
