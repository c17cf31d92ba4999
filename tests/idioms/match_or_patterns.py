"""match with or-patterns"""

from typing import NamedTuple

objective = "score"


class Position(NamedTuple):
    month: int
    grain: tuple[int, int]
    player: int


def start():
    return Position(1, (4, 4), 0)


def turn(p):
    return p.player


def harvest(month):
    match month:
        case 12 | 1 | 2:
            return -1
        case 3 | 4 | 5 | 10:
            return 1
        case 6 | 7:
            return 2
        case _:
            return 3


def moves(p):
    if p.month <= 12:
        yield from (1, 2)


def play(p, months):
    mine = max(0, p.grain[p.player] + harvest(p.month) * months - (months == 2))
    grain = (mine, p.grain[1]) if p.player == 0 else (p.grain[0], mine)
    return Position(p.month + months, grain, 1 - p.player)


def utility(p, player):
    return p.grain[player] - p.grain[1 - player]


def evaluate(p, player):
    soon = harvest(p.month) + harvest(p.month + 1)
    return p.grain[player] - p.grain[1 - player] + (soon if player == p.player else -soon)
