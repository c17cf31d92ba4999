"""Three players with list constants"""

from typing import NamedTuple

TARGETS = [2, 0, 1]
GAINS = [[3, 1, 2], [1, 4, 1], [2, 2, 3]]
players = 3
player_names = ("red", "green", "blue")
objective = "score"


class Position(NamedTuple):
    points: tuple[int, int, int]
    rounds: int


def start():
    return Position((0, 0, 0), 0)


def turn(p):
    return p.rounds % 3


def moves(p):
    if p.rounds < 6:
        for card in range(3):
            if (p.rounds + card) % 4 != 3:
                yield card


def play(p, card):
    me = turn(p)
    points = list(p.points)
    points[me] += GAINS[me][card] + GAINS[me][card] // 3
    points[TARGETS[me]] -= card
    return Position(tuple(points), p.rounds + 1)


def utility(p, player):
    return 3 * p.points[player] - sum(p.points)


def evaluate(p, player):
    hope = GAINS[player][p.rounds % 3] - p.points[TARGETS[player]] / 2
    return (3 * p.points[player] - sum(p.points)) / 2 + hope / 8
