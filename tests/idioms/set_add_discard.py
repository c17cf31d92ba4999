"""A local set with add, discard and in"""

from typing import NamedTuple


class Position(NamedTuple):
    kings: tuple[int, int, int]
    count: int


def start():
    return Position((-1, -1, -1), 0)


def turn(p):
    return p.count % 2


def attacked(p):
    cells = set()
    for king in p.kings[: p.count]:
        row, column = divmod(king, 5)
        for r in (row - 1, row, row + 1):
            for c in (column - 1, column, column + 1):
                if 0 <= r < 3 and 0 <= c < 5:
                    cells.add(5 * r + c)
    for corner in (0, 14):
        if corner not in p.kings:
            cells.discard(corner)
    return cells


def moves(p):
    if p.count < 3:
        taken = attacked(p)
        for cell in range(15):
            if cell not in taken:
                yield cell


def play(p, cell):
    return Position(p.kings[: p.count] + (cell,) + p.kings[p.count + 1 :], p.count + 1)


def utility(p, player):
    odd = len(attacked(p)) % 2
    return 1 if odd == player else -1


def evaluate(p, player):
    value = len(attacked(p)) - 3 * (7 in attacked(p))
    return value if player == turn(p) else -value
