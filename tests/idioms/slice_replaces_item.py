"""t[:i] + (x,) + t[i + 1:]"""

from typing import NamedTuple


class Position(NamedTuple):
    board: tuple
    player: int


def start():
    return Position((1, 0, 1, 0, 0, 2, 0, 2), 0)


def turn(p):
    return p.player


def moves(p):
    piece, step = (1, 1) if p.player == 0 else (2, -1)
    for i in range(8):
        if p.board[i] == piece and 0 <= i + step < 8 and p.board[i + step] != piece:
            yield i


def play(p, i):
    step = 1 if p.player == 0 else -1
    board = p.board[:i] + (0,) + p.board[i + 1 :]
    j = i + step
    return Position(board[:j] + (p.player + 1,) + board[j + 1 :], 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    left, right = p.board[:4], p.board[4:]
    value = left.count(2) - right.count(1) + 2 * (p.board.count(1) - p.board.count(2))
    return value if player == 0 else -value
