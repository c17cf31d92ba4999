"""Nim with five heaps, three bits for each."""

from typing import NamedTuple


class Position(NamedTuple):
    heaps: int
    player: int


def start():
    return Position(3 | 4 << 3 | 5 << 6 | 4 << 9 | 3 << 12, 0)


def turn(p):
    return p.player


def moves(p):
    for heap in range(5):
        for taken in range(1, (p.heaps >> 3 * heap & 7) + 1):
            yield heap * 8 + taken


def play(p, move):
    return Position(p.heaps - ((move & 7) << 3 * (move >> 3)), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    heaps = p.heaps
    found = (heaps ^ heaps >> 3 ^ heaps >> 6 ^ heaps >> 9 ^ heaps >> 12) & 7
    ahead = 1 if found else -1
    return ahead if player == p.player else -ahead
