"""Properties on a NamedTuple"""

from typing import NamedTuple


class Position(NamedTuple):
    stones: tuple
    passed: bool
    player: int

    @property
    def total(self):
        return sum(self.stones)

    @property
    def balanced(self):
        return self.stones[0] == self.stones[-1]


def start():
    return Position((4, 5, 6), False, 0)


def turn(p):
    return p.player


def moves(p):
    for pit, count in enumerate(p.stones):
        if count > 0:
            yield pit
    if p.total > 0 and not p.passed and p.balanced:
        yield 3


def play(p, pit):
    if pit == 3:
        return Position(p.stones, True, 1 - p.player)
    stones = tuple(n - 1 if i == pit else n - (n > 3) for i, n in enumerate(p.stones))
    return Position(stones, p.passed, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.total % 2 + 2 * p.balanced * (not p.passed)
    return value if player == p.player else -value
