"""Nim with five heaps: take from one heap; whoever takes the last stick wins."""

from dataclasses import dataclass, replace

HEAPS = [3, 4, 5, 4, 3]


@dataclass(frozen=True)
class Position:
    heaps: tuple
    player: int = 0


def start():
    return Position(tuple(HEAPS))


def turn(p):
    return p.player


def moves(p):
    for heap, sticks in enumerate(p.heaps):
        for taken in range(1, sticks + 1):
            yield heap * 8 + taken


def play(p, move):
    heap, taken = divmod(move, 8)
    heaps = list(p.heaps)
    heaps[heap] -= taken
    return replace(p, heaps=tuple(heaps), player=1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    found = 0
    for sticks in p.heaps:
        found ^= sticks
    ahead = 1 if found else -1
    return ahead if player == p.player else -ahead
