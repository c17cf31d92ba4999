"""Tron: two light-cycles on a field of 6×6.

The cycles take turns to drive one square north, east, south or west, and leave a wall on every square they have been
on. Whoever has nowhere to drive loses.
"""

from collections import deque
from typing import NamedTuple

SIZE = 6
WIN = 1000
FAR_AWAY = 99

COMPASS = "NESW"  # a move is an index into this
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
STARTS = ((2, 1), (3, 4))


class Cell(NamedTuple):
    row: int
    column: int

    @property
    def on_field(self):
        return 0 <= self.row < SIZE and 0 <= self.column < SIZE

    def step(self, direction):
        down, right = STEP[direction]
        return Cell(self.row + down, self.column + right)


class Position(NamedTuple):
    walls: tuple[tuple[bool, ...], ...]
    heads: tuple[Cell, Cell]
    player: int

    def is_free(self, cell):
        return cell.on_field and not self.walls[cell.row][cell.column]

    def free_neighbours(self, cell):
        return [cell.step(direction) for direction in COMPASS if self.is_free(cell.step(direction))]


def start():
    walls = tuple(tuple((row, column) in STARTS for column in range(SIZE)) for row in range(SIZE))
    first, second = STARTS
    return Position(walls, (Cell(*first), Cell(*second)), 0)


def turn(p):
    return p.player


def moves(p):
    head = p.heads[p.player]
    return [i for i, direction in enumerate(COMPASS) if p.is_free(head.step(direction))]


def play(p, move):
    head = p.heads[p.player].step(COMPASS[move])
    walls = [list(row) for row in p.walls]
    walls[head.row][head.column] = True
    heads = (head, p.heads[1]) if p.player == 0 else (p.heads[0], head)
    return p._replace(walls=tuple(map(tuple, walls)), heads=heads, player=1 - p.player)


def utility(p, player):
    return -WIN if player == p.player else WIN


def distances(p, head):
    """The number of steps to every cell that a cycle can reach, by a flood fill."""
    steps = {head: 0}
    queue = deque([head])
    while queue:
        cell = queue.popleft()
        for neighbour in p.free_neighbours(cell):
            if neighbour not in steps:
                steps[neighbour] = steps[cell] + 1
                queue.append(neighbour)
    return steps


def evaluate(p, player):
    """The cells that one reaches before the other count most, then all that one can reach at all."""
    mine = distances(p, p.heads[player])
    theirs = distances(p, p.heads[1 - player])
    ahead = sum(1 for cell, steps in mine.items() if steps < theirs.get(cell, FAR_AWAY))
    behind = sum(1 for cell, steps in theirs.items() if steps < mine.get(cell, FAR_AWAY))
    return 4 * (ahead - behind) + len(mine) - len(theirs)


def show(p):
    field = [["#" if wall else "." for wall in row] for row in p.walls]
    for symbol, head in zip("AB", p.heads):
        field[head.row][head.column] = symbol
    return "\n".join(" ".join(row) for row in field)


def move_name(p, move):
    return COMPASS[move]
