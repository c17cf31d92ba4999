"""match with values"""

from typing import NamedTuple


class Position(NamedTuple):
    state: int
    tape: int
    left: int


def start():
    return Position(0, 5, 8)


def turn(p):
    return p.left % 2


def is_over(p):
    return p.left == 0 or p.tape == 0


def moves(p):
    match p.state:
        case 0:
            return [1, 2]
        case 1:
            return [0, 2, 3]
        case 2:
            return [0]
        case _:
            return [1, 4]


def play(p, move):
    match move:
        case 0:
            tape = p.tape * 2
        case 1:
            tape = p.tape - 1
        case 4:
            tape = p.tape // 4
        case _:
            tape = p.tape ^ 3
    return Position(move % 4, tape, p.left - 1)


def utility(p, player):
    if p.tape == 0:
        return -1 if player == turn(p) else 1
    return 0


def evaluate(p, player):
    match p.tape % 4:
        case 0:
            value = 3
        case 2:
            value = -1 - p.state
        case _:
            value = 1
    return value if player == turn(p) else -value
