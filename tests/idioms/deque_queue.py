"""collections.deque as a queue for a breadth-first search"""

from collections import deque
from typing import NamedTuple

WIDTH, HEIGHT = 4, 3


class Position(NamedTuple):
    walls: int
    mouse: int
    player: int


def start():
    return Position(0, 5, 0)


def turn(p):
    return p.player


def neighbours(cell):
    row, column = divmod(cell, WIDTH)
    if column > 0:
        yield cell - 1
    if column < WIDTH - 1:
        yield cell + 1
    if row > 0:
        yield cell - WIDTH
    if row < HEIGHT - 1:
        yield cell + WIDTH


def distance(p):
    queue = deque([(p.mouse, 0)])
    seen = {p.mouse}
    while queue:
        cell, steps = queue.popleft()
        if cell in (3, 8):
            return steps
        for other in neighbours(cell):
            if other not in seen and not p.walls >> other & 1:
                seen.add(other)
                queue.append((other, steps + 1))
    return 9


def is_over(p):
    return distance(p) in (0, 9)


def moves(p):
    if p.player == 0:
        return [cell for cell in range(12) if cell != p.mouse and not p.walls >> cell & 1]
    return [cell for cell in neighbours(p.mouse) if not p.walls >> cell & 1]


def play(p, cell):
    return Position(p.walls | 1 << cell, p.mouse, 1) if p.player == 0 else Position(p.walls, cell, 0)


def utility(p, player):
    return 1 if (distance(p) == 0) == (player == 1) else -1


def evaluate(p, player):
    return distance(p) if player == 0 else -distance(p)
