"""Pebbles on a strip of twelve squares: move one of your three pebbles one or two squares ahead; first home wins."""

from typing import NamedTuple

LENGTH = 12
STEPS = {"walk": 1, "jump": 2}


class Position(NamedTuple):
    mine: tuple[int, int, int]
    theirs: tuple[int, int, int]
    player: int

    def is_free(self, square):
        return square >= LENGTH or square not in self.mine


def start():
    return Position((0, 0, 0), (0, 0, 0), 0)


def turn(p):
    return p.player


def moves(p):
    for pebble, square in enumerate(p.mine):
        if square < LENGTH and square not in p.mine[:pebble]:
            for step in STEPS.values():
                if p.is_free(square + step):
                    yield pebble * 2 + step - 1


def play(p, move):
    pebble, step = divmod(move, 2)
    after = list(p.mine)
    after[pebble] = min(after[pebble] + step + 1, LENGTH)
    return Position(p.theirs, tuple(sorted(after)), 1 - p.player)


def is_over(p):
    return all(square == LENGTH for square in p.theirs)


def utility(p, player):
    if not is_over(p):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    ahead = sum(p.mine) - sum(p.theirs)
    return ahead if player == p.player else -ahead
