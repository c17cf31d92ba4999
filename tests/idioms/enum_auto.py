"""An Enum with auto() values"""

from dataclasses import dataclass
from enum import Enum, auto


class Phase(Enum):
    PLACE = auto()
    GROW = auto()
    DONE = auto()


@dataclass(frozen=True)
class Position:
    phase: Phase
    sizes: tuple[int, int]
    left: int
    player: int


def start():
    return Position(Phase.PLACE, (0, 0), 4, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.phase == Phase.DONE


def moves(p):
    return [1, 2, 4] if p.phase == Phase.PLACE else [0, 1]


def play(p, n):
    mine = p.sizes[p.player]
    mine = mine + n if p.phase == Phase.PLACE else mine * 2 - 3 * n
    sizes = (mine, p.sizes[1]) if p.player == 0 else (p.sizes[0], mine)
    phase, left = p.phase, p.left - 1
    if left == 0:
        phase, left = (Phase.GROW, 4) if phase == Phase.PLACE else (Phase.DONE, 0)
    return Position(phase, sizes, left, 1 - p.player)


def utility(p, player):
    mine, theirs = p.sizes[player] % 7, p.sizes[1 - player] % 7
    return 0 if mine == theirs else 1 if mine > theirs else -1


def evaluate(p, player):
    return p.phase.value * (p.sizes[player] % 7 - p.sizes[1 - player] % 7)
