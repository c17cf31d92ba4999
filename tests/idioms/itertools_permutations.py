"""itertools.permutations"""

from itertools import permutations
from typing import NamedTuple

CASTS = [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)]


class Position(NamedTuple):
    seats: tuple
    player: int


def start():
    return Position((3, 3, 3), 0)


def turn(p):
    return p.player


def fits(seats):
    count = 0
    for order in permutations(range(3)):
        if all(seat in (3, who) for seat, who in zip(seats, order)) and order in CASTS:
            count += 1
    return count


def moves(p):
    for seat in range(3):
        for who in range(3):
            seats = p.seats[:seat] + (who,) + p.seats[seat + 1 :]
            if p.seats[seat] == 3 and fits(seats):
                yield seat * 3 + who


def play(p, move):
    seat, who = divmod(move, 3)
    return Position(p.seats[:seat] + (who,) + p.seats[seat + 1 :], 1 - p.player)


def utility(p, player):
    return -1 if p.seats[1] == player else 1 if p.seats[1] == 1 - player else 0


def evaluate(p, player):
    return fits(p.seats) if player == p.player else -fits(p.seats)
