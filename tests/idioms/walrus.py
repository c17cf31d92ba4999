"""The walrus operator :="""

from typing import NamedTuple


class Position(NamedTuple):
    a: int
    b: int
    player: int


def start():
    return Position(17, 22, 0)


def turn(p):
    return p.player


def moves(p):
    if (gap := p.b - p.a) > 0:
        yield 1
        if gap > 2 and (half := gap // 2) != 1:
            yield half
    for k in (3, 5):
        if (rest := (p.a + p.b) % k) > 0 and rest not in (1, gap // 2 if gap > 2 else 0) and gap > rest:
            yield rest


def play(p, n):
    return Position(p.a + n, p.b - (n > 2), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    total = 0
    n = p.b - p.a
    while (n := n - 3) > 0:
        total += n
    value = best if (best := total % 7) > 2 else -best
    return value if player == p.player else -value
