"""A dict with tuples as keys"""

from typing import NamedTuple

BEATS = {(0, 1): -1, (1, 0): 1, (1, 2): -1, (2, 1): 1, (2, 0): -1, (0, 2): 1}


class Position(NamedTuple):
    score: int
    last: int
    counts: tuple
    player: int


def start():
    return Position(0, 0, (2, 2, 2), 0)


def turn(p):
    return p.player


def moves(p):
    for kind in range(3):
        if p.counts[kind] > 0:
            yield kind


def play(p, kind):
    result = BEATS[(kind, p.last)] if kind != p.last else 0
    counts = tuple(n - 1 if i == kind else n for i, n in enumerate(p.counts))
    return Position(p.score + (result if p.player == 0 else -result), kind, counts, 1 - p.player)


def utility(p, player):
    if p.score == 0:
        return 0
    return 1 if (p.score > 0) == (player == 0) else -1


def evaluate(p, player):
    chances = 0
    for kind in range(3):
        chances += p.counts[kind] * BEATS.get((kind, p.last), 0)
    points = p.score + (chances if p.player == 0 else -chances)
    return points if player == 0 else -points
