"""rows = [list(row) for row in p.board], changed and turned back"""

from typing import NamedTuple


class Position(NamedTuple):
    board: tuple
    player: int


def start():
    return Position(((0,) * 4,) * 3, 0)


def turn(p):
    return p.player


def moves(p):
    for r in range(3):
        for c in range(4):
            if p.board[r][c] == 0 and (r == 2 or p.board[r + 1][c] != 0):
                yield 4 * r + c


def play(p, cell):
    rows = [list(row) for row in p.board]
    r, c = divmod(cell, 4)
    rows[r][c] = p.player + 1
    for dc in (-1, 1):
        if 0 <= c + 2 * dc < 4 and rows[r][c + dc] == 2 - p.player and rows[r][c + 2 * dc] == p.player + 1:
            rows[r][c + dc] = p.player + 1
    return Position(tuple(tuple(row) for row in rows), 1 - p.player)


def utility(p, player):
    mine = sum(row.count(player + 1) for row in p.board)
    theirs = sum(row.count(2 - player) for row in p.board)
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    rows = [list(row) for row in p.board]
    for row in rows:
        row[0] *= 3
    value = sum(cell if cell in (1, 3) else -cell / 2 for row in rows for cell in row)
    return value if player == 0 else -value
