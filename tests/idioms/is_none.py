"""is None and is not None with a helper that may return None"""

from typing import NamedTuple


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((None,) * 6, 0)


def turn(p):
    return p.player


def first_free(cells, step):
    for i in range(0, 6, step):
        if cells[i] is None:
            return i
    return None


def moves(p):
    found = []
    for step in (1, 2, 5):
        cell = first_free(p.cells, step)
        if cell is not None and cell not in found:
            found.append(cell)
    return found


def play(p, cell):
    return Position(p.cells[:cell] + (p.player,) + p.cells[cell + 1 :], 1 - p.player)


def value(p):
    return sum(0 if owner is None else (i * i % 5) * (1 - 2 * owner) for i, owner in enumerate(p.cells))


def utility(p, player):
    lead = value(p)
    return 0 if lead == 0 else 1 if (lead > 0) == (player == 0) else -1


def evaluate(p, player):
    late = first_free(p.cells, 3) is None
    points = value(p) + (late if p.player == 0 else -late)
    return points if player == 0 else -points
