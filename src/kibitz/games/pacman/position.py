"""A position of Pac-Man, and sets of cells.

A set of cells is a tuple of words of 60 bits: cell c is bit c % 60 of word c // 60.
"""

from collections.abc import Iterable
from typing import NamedTuple

from kibitz.bits import replaced

NORTH, EAST, SOUTH, WEST, STOP = range(5)  # the moves; a direction is one of the first four
WORD = 60


class Ghost(NamedTuple):
    """A ghost in the maze."""

    cell: int
    facing: int  # the direction of its last move; STOP: at its start, so it may go anywhere
    scared: int  # how many more of its turns it is scared


class Position(NamedTuple):
    """Who is where, and what is left to eat."""

    pacman: int  # a cell
    facing: int  # the direction of Pac-Man's last move, for pictures
    ghosts: tuple[Ghost, ...]
    food: tuple[int, ...]  # a set of cells
    capsules: tuple[int, ...]  # a set of cells
    points: int  # the score so far
    clock: int  # the moves that Pac-Man still has; -1: no limit
    caught: int  # 1: by a ghost
    player: int


def cell_set(cells: Iterable[int], count: int) -> tuple[int, ...]:
    """Return the set of these cells, of this many in the maze."""
    words = [0] * -(-count // WORD)
    for cell in cells:
        words[cell // WORD] |= 1 << cell % WORD
    return tuple(words)


def has(cells: tuple[int, ...], cell: int) -> bool:
    """Return whether a cell is in a set."""
    return cells[cell // WORD] >> cell % WORD & 1 == 1


def without(cells: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """Return a set without one of its cells."""
    return replaced(cells, cell // WORD, cells[cell // WORD] ^ 1 << cell % WORD)
