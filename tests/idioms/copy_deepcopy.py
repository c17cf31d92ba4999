"""copy.copy and copy.deepcopy of local lists"""

import copy
from typing import NamedTuple


class Position(NamedTuple):
    rows: tuple
    left: int


def start():
    return Position(((1, 2), (0, 3), (2, 0)), 6)


def turn(p):
    return p.left % 2


def moves(p):
    if p.left > 0:
        for i in range(3):
            if sum(p.rows[i]) > 0:
                yield i


def rolled(rows, i):
    new = copy.deepcopy(rows)
    new[i][0], new[i][1] = new[i][1] // 2, new[i][0] + 1
    new[i - 1][0] += rows[i][1] % 2
    return new


def play(p, i):
    rows = rolled([list(row) for row in p.rows], i)
    return Position(tuple(tuple(row) for row in rows), p.left - 1)


def utility(p, player):
    lead = sum(row[0] - row[1] for row in p.rows)
    return 0 if lead == 0 else 1 if (lead > 0) == (player == 0) else -1


def evaluate(p, player):
    rows = [list(row) for row in p.rows]
    order = copy.copy(rows)
    order.sort()
    value = order[0][1] - rows[0][1] + sum(row[0] for row in rolled(rows, 1))
    return value if player == 0 else -value
