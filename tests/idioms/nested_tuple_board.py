"""Nested tuples as a board: board[row][column]"""

from typing import NamedTuple


class Position(NamedTuple):
    board: tuple
    player: int


def start():
    return Position(((0,) * 4, (0,) * 4, (0,) * 4), 0)


def turn(p):
    return p.player


def has_won(board, mark):
    for row in range(3):
        for column in range(4):
            if column < 2 and board[row][column] == board[row][column + 1] == board[row][column + 2] == mark:
                return True
    for column in range(4):
        if board[0][column] == board[1][column] == board[2][column] == mark:
            return True
    return False


def is_over(p):
    return has_won(p.board, 2 - p.player)


def moves(p):
    for column in range(4):
        if p.board[0][column] == 0:
            yield column


def play(p, column):
    row = 2
    while p.board[row][column]:
        row -= 1
    changed = p.board[row][:column] + (p.player + 1,) + p.board[row][column + 1 :]
    return Position(p.board[:row] + (changed,) + p.board[row + 1 :], 1 - p.player)


def utility(p, player):
    if not is_over(p):
        return 0
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = 0
    for row in p.board:
        for column, mark in enumerate(row):
            value += (mark == 1) * (column % 3 + 1) - (mark == 2) * (column % 3 + 1)
    return value if player == 0 else -value
