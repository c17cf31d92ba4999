"""An Enum with a method and a property"""

from enum import Enum
from typing import NamedTuple


class Colour(Enum):
    BLACK = 0
    WHITE = 1

    @property
    def sign(self):
        return 1 if self is Colour.BLACK else -1

    def other(self):
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


class Position(NamedTuple):
    rope: int
    left: int
    colour: Colour


def start():
    return Position(0, 7, Colour.BLACK)


def turn(p):
    return p.colour.value


def is_over(p):
    return abs(p.rope) > 4


def moves(p):
    for pull in (1, 2, 3):
        if pull <= p.left:
            yield pull


def play(p, pull):
    strength = pull if p.left % 2 else 4 - pull
    return Position(p.rope + p.colour.sign * strength, p.left - 1, p.colour.other())


def utility(p, player):
    lead = p.rope * Colour(player).sign
    return 0 if lead == 0 else 1 if lead > 0 else -1


def evaluate(p, player):
    return (p.rope + p.colour.sign) * Colour(player).sign
