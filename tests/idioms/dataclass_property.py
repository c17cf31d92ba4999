"""Properties on a dataclass"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    me: int
    you: int
    left: int

    @property
    def player(self):
        return self.left % 2

    @property
    def over(self) -> bool:
        return self.left == 0 or self.me & self.you != 0

    @property
    def gap(self) -> int:
        return self.me.bit_length() - self.you.bit_length()


def start():
    return Position(1, 8, 12)


def turn(p):
    return p.player


def is_over(p):
    return p.over


def moves(p):
    yield from (1, 2)


def play(p, shift):
    return Position(p.you, p.me << shift, p.left - 1)


def utility(p, player):
    if p.left == 0:
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    return p.gap if player == p.player else -p.gap
