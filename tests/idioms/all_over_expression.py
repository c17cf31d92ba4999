"""all(...) over an expression"""

from typing import NamedTuple

NEEDS = {2: (0, 1), 3: (1,), 4: (2, 3), 5: (3,), 6: (4, 5)}


class Position(NamedTuple):
    built: tuple[bool, ...]
    player: int


def start():
    return Position((False,) * 7, 0)


def turn(p):
    return p.player


def is_over(p):
    return all(p.built[4:6]) or p.built[6]


def moves(p):
    for part in range(7):
        if not p.built[part] and all(p.built[need] for need in NEEDS.get(part, ())):
            yield part


def play(p, part):
    return Position(p.built[:part] + (True,) + p.built[part + 1 :], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 3 if all(p.built[i] for i in range(4)) else -1 if all(not b for b in p.built[1:3]) else 1
    return value if player == p.player else -value
