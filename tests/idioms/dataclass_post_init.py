"""A dataclass that checks its fields in __post_init__"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    water: tuple[int, int]
    left: int

    def __post_init__(self):
        if min(self.water) < 0 or max(self.water) > 7:
            raise ValueError(f"a jug holds 0 to 7, got {self.water}")


def start():
    return Position((7, 0), 9)


def turn(p):
    return p.left % 2


def is_over(p):
    return p.left == 0 or p.water[0] == 4


def moves(p):
    a, b = p.water
    if a > 0 and b < 5:
        yield 0
    if b > 0 and a < 7:
        yield 1
    if b > 0:
        yield 2
    if a == 0:
        yield 3


def play(p, move):
    a, b = p.water
    if move == 0:
        n = min(a, 5 - b)
        return Position((a - n, b + n), p.left - 1)
    if move == 1:
        n = min(b, 7 - a)
        return Position((a + n, b - n), p.left - 1)
    return Position((a, 0) if move == 2 else (7, b), p.left - 1)


def utility(p, player):
    if p.water[0] != 4:
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    value = -abs(p.water[0] - 4) - (p.water[1] == 4)
    return value if player == turn(p) else -value
