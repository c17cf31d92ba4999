"""functools.cached_property on a frozen dataclass"""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Position:
    queens: tuple[int, int, int, int, int]
    row: int

    @cached_property
    def attacked(self):
        found = 0
        for row in range(self.row):
            column, away = self.queens[row], self.row - row
            found |= 1 << column | 1 << (column + away)
            if column >= away:
                found |= 1 << (column - away)
        return found


def start():
    return Position((0, 0, 0, 0, 0), 0)


def turn(p):
    return p.row % 2


def moves(p):
    if p.row < 5:
        for column in range(5):
            if not p.attacked >> column & 1:
                yield column


def play(p, column):
    return Position(p.queens[: p.row] + (column,) + p.queens[p.row + 1 :], p.row + 1)


def utility(p, player):
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    free = 5 - (p.attacked & 31).bit_count()
    return free if player == turn(p) else -free
