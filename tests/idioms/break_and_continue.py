"""break and continue"""

from typing import NamedTuple


class Position(NamedTuple):
    road: tuple
    player: int


def start():
    return Position((1, 0, 3, 0, 0, 0, 3, 0, 2), 0)


def turn(p):
    return p.player


def moves(p):
    here = p.road.index(p.player + 1)
    step = 1 if p.player == 0 else -1
    for n in range(1, 5):
        square = here + step * n
        if not 0 <= square < 9 or p.road[square] in (1, 2):
            break
        if p.road[square] == 3:
            continue
        yield n


def play(p, n):
    here = p.road.index(p.player + 1)
    road = list(p.road)
    road[here] = 3
    road[here + (n if p.player == 0 else -n)] = p.player + 1
    return Position(tuple(road), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    run = 0
    for square in p.road[1:]:
        if square == 3:
            continue
        if square == 2:
            break
        run += 1
    return run % 3 if player == p.player else -(run % 3)
