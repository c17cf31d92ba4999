"""A generator helper used in any, sum, max, list and a loop"""

from typing import NamedTuple


class Position(NamedTuple):
    board: tuple
    player: int


def start():
    return Position((0,) * 12, 0)


def turn(p):
    return p.player


def slots(board):
    for cell in range(12):
        if cell % 4 < 3 and not board[cell] and not board[cell + 1]:
            yield cell


def pillars(board):
    for cell in range(8):
        if not board[cell] and not board[cell + 4]:
            yield cell


def is_over(p):
    return not any(True for _ in (slots(p.board) if p.player == 0 else pillars(p.board)))


def moves(p):
    yield from slots(p.board) if p.player == 0 else list(pillars(p.board))


def play(p, cell):
    other = cell + 1 if p.player == 0 else cell + 4
    return Position(tuple(1 if i in (cell, other) else v for i, v in enumerate(p.board)), 1 - p.player)


def utility(p, player):
    return -1 if player == p.player else 1


def evaluate(p, player):
    value = sum(1 for _ in slots(p.board)) - len(list(pillars(p.board))) + max(slots(p.board), default=0) / 16
    return value if player == 0 else -value
