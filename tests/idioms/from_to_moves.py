"""Moves that are (from, to) pairs of squares"""

from typing import NamedTuple

STEPS = [(1, 0), (0, 1), (-1, 0), (0, -1)]


class Position(NamedTuple):
    board: tuple
    left: int
    player: int


def start():
    return Position(((1, 0, 0), (0, 0, 2), (1, 0, 2)), 6, 0)


def turn(p):
    return p.player


def is_over(p):
    return p.left == 0 or not any(p.player + 1 in row for row in p.board)


def moves(p):
    legal = []
    for r in range(3):
        for c in range(3):
            if p.board[r][c] == p.player + 1:
                for dr, dc in STEPS:
                    if 0 <= r + dr < 3 and 0 <= c + dc < 3 and p.board[r + dr][c + dc] != p.player + 1:
                        legal.append((3 * r + c, 3 * (r + dr) + c + dc))
    return legal


def play(p, move):
    here, there = move
    rows = [list(row) for row in p.board]
    rows[there // 3][there % 3] = rows[here // 3][here % 3]
    rows[here // 3][here % 3] = 0
    return Position(tuple(map(tuple, rows)), p.left - 1, 1 - p.player)


def count(p, piece):
    return sum(row.count(piece) for row in p.board)


def utility(p, player):
    mine, theirs = count(p, player + 1), count(p, 2 - player)
    return (mine > theirs) - (mine < theirs)


def evaluate(p, player):
    return count(p, player + 1) - count(p, 2 - player) + (p.board[1][1] == player + 1) - (p.board[1][1] == 2 - player)
