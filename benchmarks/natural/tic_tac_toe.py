"""Tic-tac-toe, as a beginner writes it."""

from typing import NamedTuple

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


class Position(NamedTuple):
    board: tuple = (0,) * 9
    player: int = 1

    @property
    def has_line(self):
        other = 3 - self.player
        return any(all(self.board[cell] == other for cell in line) for line in LINES)


def start():
    return Position()


def turn(p):
    return p.player - 1


def moves(p):
    return [cell for cell, owner in enumerate(p.board) if owner == 0]


def play(p, cell):
    board = list(p.board)
    board[cell] = p.player
    return Position(tuple(board), 3 - p.player)


def is_over(p):
    return p.has_line or 0 not in p.board


def utility(p, player):
    if not p.has_line:
        return 0
    return -1 if player == turn(p) else 1
