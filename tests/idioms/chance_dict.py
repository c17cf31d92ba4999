"""Chance with a dict of probabilities"""

from typing import NamedTuple

from kibitz import CHANCE

ODDS = {1: 0.5, 2: 0.25, 4: 0.25}
RISKY = {0: 0.625, 6: 0.375}


class Position(NamedTuple):
    scores: tuple[int, int]
    rolling: int
    player: int
    left: int


def start():
    return Position((0, 0), 0, 0, 6)


def turn(p):
    return CHANCE if p.rolling else p.player


def is_over(p):
    return not p.rolling and (p.left == 0 or max(p.scores) >= 8)


def moves(p):
    yield from (1, 2)


def chances(p):
    table = ODDS if p.rolling == 1 else RISKY
    for outcome in table:
        yield outcome, table[outcome]


def play(p, move):
    if not p.rolling:
        return Position(p.scores, move, p.player, p.left)
    first, second = p.scores
    scores = (first + move, second) if p.player == 0 else (first, second + move)
    return Position(scores, 0, 1 - p.player, p.left - 1)


def utility(p, player):
    mine, theirs = p.scores[player], p.scores[1 - player]
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    expected = sum(outcome * odds for outcome, odds in ODDS.items()) if p.rolling == 1 else 0.0
    return (p.scores[player] - p.scores[1 - player] + (expected if player == p.player else -expected)) / 32
