"""dict.keys() and dict.values() of a constant dict"""

CARDS = {1: 2, 4: 3, 6: 1, 9: 2}
objective = "score"


def start():
    return 0, 0, 0, 0


def turn(p):
    return p[3]


def is_over(p):
    return p[0] >= sum(CARDS.values()) + 2


def moves(p):
    cards = CARDS.keys()
    for card in cards:
        if card >= p[1] - 4:
            yield card


def play(p, card):
    played, _, lead, player = p
    gain = card if CARDS[card] == max(CARDS.values()) else 5
    return played + CARDS[card], card, lead + (gain if player == 0 else -gain), 1 - player


def utility(p, player):
    return p[2] if player == 0 else -p[2]


def evaluate(p, player):
    best = 0
    for uses in CARDS.values():
        if p[0] % uses == 0:
            best += uses
    points = p[2] + (best if p[3] == 0 else -best)
    return points if player == 0 else -points
