"""A dataclass with default fields"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Position:
    sticks: int = 17
    double: bool = True
    history: tuple[int, int] = field(default=(0, 0))
    player: int = 0


def start():
    return Position()


def turn(p):
    return p.player


def moves(p):
    for n in (1, 2, 3):
        if n <= p.sticks and n not in p.history:
            yield n
    if p.double and p.sticks >= 6:
        yield 6


def play(p, n):
    if n == 6:
        return Position(p.sticks - 6, False, player=1 - p.player)
    return Position(p.sticks - n, p.double, (p.history[1], n), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = p.sticks % 4 - 2 * p.double + (p.history == Position().history)
    return value if player == p.player else -value
