"""Hexapawn on a board of 3 × 4: pawns step ahead or capture diagonally; who arrives or blocks the other wins."""

from dataclasses import dataclass

COLUMNS, ROWS = 3, 4
EMPTY, WHITE, BLACK = 0, 1, 2
AHEAD = {WHITE: 1, BLACK: -1}
LAST_ROW = {WHITE: ROWS - 1, BLACK: 0}
SIDEWAYS = [-1, 0, 1]


@dataclass(frozen=True)
class Position:
    board: tuple[int, ...]
    colour: int
    arrived: bool = False


def start():
    return Position((WHITE,) * 3 + (EMPTY,) * 6 + (BLACK,) * 3, WHITE)


def turn(p):
    return p.colour - 1


def moves(p):
    if p.arrived:
        return
    for square, pawn in enumerate(p.board):
        if pawn != p.colour:
            continue
        row, column = divmod(square, COLUMNS)
        row += AHEAD[p.colour]
        for step in SIDEWAYS:
            if 0 <= column + step < COLUMNS:
                wanted = EMPTY if step == 0 else 3 - p.colour
                if p.board[row * COLUMNS + column + step] == wanted:
                    yield square * 3 + step + 1


def play(p, move):
    square, step = divmod(move, 3)
    row, column = divmod(square, COLUMNS)
    row += AHEAD[p.colour]
    board = list(p.board)
    board[square] = EMPTY
    board[row * COLUMNS + column + step - 1] = p.colour
    return Position(tuple(board), 3 - p.colour, row == LAST_ROW[p.colour])


def utility(p, player):
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    ahead = p.board.count(p.colour) - p.board.count(3 - p.colour)
    return ahead if player == turn(p) else -ahead
