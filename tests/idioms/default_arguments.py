"""Default arguments"""

from typing import NamedTuple


class Position(NamedTuple):
    floor: int
    calls: int
    player: int


def start():
    return Position(0, 0b01101100, 0)


def turn(p):
    return p.player


def waiting(calls, low=0, high=7):
    count = 0
    for floor in range(low, high + 1):
        count += calls >> floor & 1
    return count


def moves(p):
    for n in (1, 2, 3):
        if p.floor + n <= 7:
            yield n
    if p.floor >= 2 and waiting(p.calls, high=p.floor):
        yield -2


def play(p, n):
    floor = p.floor + n
    calls = p.calls & ~(1 << floor)
    if n < 0:
        calls &= ~((1 << floor + 2) - 1)
    return Position(floor, calls, 1 - p.player)


def utility(p, player):
    return 1 if (waiting(p.calls) % 2 == 0) == (player == p.player) else -1


def evaluate(p, player):
    value = waiting(p.calls) - 2 * waiting(p.calls, p.floor) + waiting(p.calls, 1, 3)
    return value if player == p.player else -value
