"""Methods on a NamedTuple"""

from typing import NamedTuple


class Position(NamedTuple):
    first: int
    second: int
    player: int

    def square(self, player):
        return self.first if player == 0 else self.second

    def moved(self, steps):
        if self.player == 0:
            return Position(self.first + steps, self.second, 1)
        return Position(self.first, self.second - steps, 0)

    def gap(self):
        return self.second - self.first - 1


def start():
    return Position(0, 11, 0)


def turn(p):
    return p.player


def moves(p):
    for steps in range(1, min(3, p.gap()) + 1):
        if p.square(p.player) % 3 != 1 or steps != 2:
            yield steps


def play(p, steps):
    return p.moved(steps)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.gap() % 4 + (p.square(p.player) % 3 == 1)
    return value if player == p.player else -value
