"""Constants computed by comprehensions when the file is loaded"""

from typing import NamedTuple

SIZE = 4
CELLS = [(r, c) for r in range(SIZE) for c in range(SIZE)]
LINES = [[r * SIZE + c for c in range(SIZE)] for r in range(SIZE)]
LINES += [[r * SIZE + c for r in range(SIZE)] for c in range(SIZE)]
CENTRAL = {i: 3 - (abs(2 * r - 3) + abs(2 * c - 3)) // 2 for i, (r, c) in enumerate(CELLS)}


class Position(NamedTuple):
    stones: int
    player: int


def start():
    return Position(0, 0)


def turn(p):
    return p.player


def moves(p):
    for cell in range(len(CELLS)):
        if not p.stones >> cell & 1:
            row, column = CELLS[cell]
            if not any(p.stones >> other & 1 for other in LINES[row]) or column % 2 == 0:
                yield cell


def play(p, cell):
    blocked = 1 << cell
    if CENTRAL[cell] == 2:
        for other in LINES[SIZE + CELLS[cell][1]]:
            blocked |= 1 << other
    return Position(p.stones | blocked, 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(CENTRAL[cell] for cell in range(len(CELLS)) if p.stones >> cell & 1)
    return value if player == p.player else -value
