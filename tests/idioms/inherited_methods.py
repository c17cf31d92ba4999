"""Methods inherited from a base class"""

from dataclasses import dataclass


class Board:
    def cell(self, row, column):
        return self.bits >> (row * 3 + column) & 1

    def corners(self):
        return self.cell(0, 0) + self.cell(0, 2) + self.cell(2, 0) + self.cell(2, 2)


@dataclass(frozen=True)
class Position(Board):
    bits: int
    player: int


def start():
    return Position(0, 0)


def turn(p):
    return p.player


def is_over(p):
    for i in range(3):
        if p.cell(i, 0) and p.cell(i, 1) and p.cell(i, 2):
            return True
        if p.cell(0, i) and p.cell(1, i) and p.cell(2, i):
            return True
    return False


def moves(p):
    return [n for n in range(9) if not p.cell(n // 3, n % 3)]


def play(p, n):
    return Position(p.bits | 1 << n, 1 - p.player)


def utility(p, player):
    return 1 if player == p.player else -1


def evaluate(p, player):
    value = p.corners() - 2 * p.cell(1, 1)
    return value if player == p.player else -value
