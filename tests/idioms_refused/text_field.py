"""Text as a field of the position"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    row: str
    player: int


def start():
    return Position("++++++++", 0)


def turn(p):
    return p.player


def moves(p):
    for i in range(len(p.row) - 1):
        if p.row[i : i + 2] == "++":
            yield i


def play(p, i):
    return Position(p.row[:i] + "--" + p.row[i + 2 :], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.row.count("+--") - p.row.count("+++")
    return value if player == p.player else -value
