"""max and min with key="""

from typing import NamedTuple


class Position(NamedTuple):
    towers: tuple
    player: int


def start():
    return Position((3, 5, 4, 6), 0)


def turn(p):
    return p.player


def moves(p):
    if any(p.towers):
        highest = max(range(4), key=lambda i: p.towers[i])
        lowest = min((i for i in range(4) if p.towers[i]), key=lambda i: (p.towers[i], -i))
        yield highest
        if lowest != highest:
            yield lowest


def play(p, tower):
    towers = list(p.towers)
    towers[tower] -= 2 if towers[tower] % 2 == 0 else 1
    return Position(tuple(towers), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = max(p.towers, key=lambda n: n % 5) - min(p.towers, key=lambda n: abs(n - 3))
    return value if player == p.player else -value
