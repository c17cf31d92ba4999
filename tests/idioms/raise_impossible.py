"""raise in a branch that is never reached"""

from typing import NamedTuple


class Position(NamedTuple):
    knob: int
    turns: int


def start():
    return Position(3, 0)


def turn(p):
    return p.turns % 2


def is_over(p):
    return p.turns == 9 or p.knob == 0


def moves(p):
    yield from (0, 1, 2)


def play(p, move):
    if move == 0:
        knob = (p.knob + 3) % 8
    elif move == 1:
        knob = p.knob * 3 % 8
    elif move == 2:
        knob = p.knob ^ 5
    else:
        raise ValueError(f"no move {move}")
    return Position(knob, p.turns + 1)


def utility(p, player):
    if p.knob != 0:
        return 0
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    value = distance(p.knob)
    return value if player == turn(p) else -value


def distance(knob):
    if knob in (5,):
        return 2
    if knob < 8:
        return 1 - knob % 3
    raise AssertionError("the knob has eight positions")
