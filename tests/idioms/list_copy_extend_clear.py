"""list.copy, extend and clear"""

from typing import NamedTuple


class Position(NamedTuple):
    plates: tuple
    bowls: tuple
    left: int


def start():
    return Position((1, 2, 3), (4, 5, 6), 6)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        yield from (0, 1, 2)


def play(p, n):
    plates = list(p.plates)
    shelf = plates.copy()
    shelf.extend(p.bowls)
    if n == 0:
        plates.clear()
        plates.extend(shelf[2:5])
        bowls = shelf[:2] + shelf[5:]
    elif n == 1:
        plates.reverse()
        bowls = shelf[3:]
    else:
        bowls, plates = plates, shelf[3:]
    return Position(tuple(plates), tuple(bowls), p.left - 1)


def utility(p, player):
    lead = sum(p.plates) - sum(p.bowls)
    return 0 if lead == 0 else 1 if (lead > 0) == (player == 0) else -1


def evaluate(p, player):
    mine = list(p.plates)
    other = mine.copy()
    other.extend(p.bowls[:1])
    mine[0] = 0
    value = sum(other) - 2 * sum(mine) + len(other)
    return value if player == 0 else -value
