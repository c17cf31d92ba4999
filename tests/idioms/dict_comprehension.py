"""Dict comprehensions"""

from typing import NamedTuple


class Position(NamedTuple):
    owners: tuple
    player: int


def start():
    return Position((-1, -1, -1, -1, -1, -1, -1, -1), 0)


def turn(p):
    return p.player


def moves(p):
    free = {cell: cell * cell % 8 for cell in range(8) if p.owners[cell] == -1}
    for cell in free:
        if free[cell] not in free or free[cell] >= cell or len(free) < 4:
            yield cell


def play(p, cell):
    return Position(p.owners[:cell] + (p.player,) + p.owners[cell + 1 :], 1 - p.player)


def power(p, player):
    held = {cell: cell % 3 + 1 for cell, owner in enumerate(p.owners) if owner == player}
    return sum(held[cell] * (2 if cell + 1 in held else 1) for cell in held)


def utility(p, player):
    lead = power(p, player) - power(p, 1 - player)
    return (lead > 0) - (lead < 0)


def evaluate(p, player):
    return power(p, player) - power(p, 1 - player)
