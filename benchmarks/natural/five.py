"""Five in a row on a 15 x 15 board, as someone might write it in an afternoon. No evaluation."""

from typing import NamedTuple

SIZE = 15


class Position(NamedTuple):
    board: tuple
    player: int
    last: int


def start():
    return Position((0,) * (SIZE * SIZE), 0, -1)


def turn(p):
    return p.player


def moves(p):
    for i in range(SIZE * SIZE):
        if p.board[i] == 0:
            yield i


def play(p, move):
    board = list(p.board)
    board[move] = p.player + 1
    return Position(tuple(board), 1 - p.player, move)


def run(p, dx, dy):
    x, y = p.last % SIZE, p.last // SIZE
    me = p.board[p.last]
    n = 0
    x += dx
    y += dy
    while 0 <= x < SIZE and 0 <= y < SIZE and p.board[y * SIZE + x] == me:
        n += 1
        x += dx
        y += dy
    return n


def won(p):
    if p.last < 0:
        return False
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        if run(p, dx, dy) + run(p, -dx, -dy) >= 4:
            return True
    return False


def is_over(p):
    return won(p) or 0 not in p.board


def utility(p, player):
    if not won(p):
        return 0
    return -1 if player == p.player else 1
