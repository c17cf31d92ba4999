"""Checkers on a board of 6×6.

Each side has six men on the dark squares of its first two rows. Men step diagonally forward, kings diagonally in any
direction. A piece captures by jumping over an enemy piece next to it onto the empty square behind, and goes on jumping
as long as it can. Capturing is compulsory, and so is going on. A man that reaches the last row becomes a king, which
ends its move. Whoever cannot move loses; after 20 plies without a capture or a move of a man the game is a draw.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

SIZE = 6
SQUARES = SIZE * SIZE
QUIET_LIMIT = 20
WIN = 10_000

UP = [(-1, -1), (-1, 1)]
DOWN = [(1, -1), (1, 1)]


class Piece(Enum):
    WHITE_MAN = "w"
    WHITE_KING = "W"
    BLACK_MAN = "b"
    BLACK_KING = "B"

    @property
    def player(self):
        return 0 if self in (Piece.WHITE_MAN, Piece.WHITE_KING) else 1

    @property
    def is_king(self):
        return self in (Piece.WHITE_KING, Piece.BLACK_KING)


DIRECTIONS = {
    Piece.WHITE_MAN: UP,
    Piece.BLACK_MAN: DOWN,
    Piece.WHITE_KING: UP + DOWN,
    Piece.BLACK_KING: UP + DOWN,
}
CROWNED = {Piece.WHITE_MAN: Piece.WHITE_KING, Piece.BLACK_MAN: Piece.BLACK_KING}
LAST_ROW = {0: 0, 1: SIZE - 1}
VALUES = {Piece.WHITE_MAN: 100, Piece.WHITE_KING: 175, Piece.BLACK_MAN: 100, Piece.BLACK_KING: 175}


class Position(NamedTuple):
    board: tuple[Piece | None, ...]
    player: int
    quiet: int  # plies since a capture or a move of a man


@dataclass
class Step:
    """One step or one jump of a piece."""

    target: int
    captured: int | None = None


def is_dark(row, column):
    return (row + column) % 2 == 1


def neighbour(square, direction, distance=1):
    """The square at a distance in a direction; None beyond the edge."""
    row, column = divmod(square, SIZE)
    row += direction[0] * distance
    column += direction[1] * distance
    if 0 <= row < SIZE and 0 <= column < SIZE:
        return row * SIZE + column
    return None


def encode(path):
    """A move as a number: the squares of its path are the digits."""
    number = 0
    for square in path:
        number = number * SQUARES + square
    return number


def decode(number):
    path = []
    while number > 0:
        number, square = divmod(number, SQUARES)
        path.append(square)
    return path[::-1]


def plain_steps(board, square):
    for direction in DIRECTIONS[board[square]]:
        target = neighbour(square, direction)
        if target is not None and board[target] is None:
            yield Step(target)


def jumps(board, square):
    piece = board[square]
    for direction in DIRECTIONS[piece]:
        middle, target = neighbour(square, direction), neighbour(square, direction, 2)
        if target is None or board[target] is not None:
            continue
        if board[middle] is not None and board[middle].player != piece.player:
            yield Step(target, captured=middle)


def becomes_king(piece, square):
    return not piece.is_king and square // SIZE == LAST_ROW[piece.player]


def jump_paths(board, path):
    """Every way to go on jumping from the end of a path until no more jump is possible, by recursion."""
    square = path[-1]
    piece = board[square]
    paths = []
    for step in jumps(board, square):
        longer = path + [step.target]
        if becomes_king(piece, step.target):
            paths.append(longer)
            continue
        after = list(board)
        after[square] = None
        after[step.captured] = None
        after[step.target] = piece
        paths.extend(jump_paths(after, longer))
    if not paths and len(path) > 1:
        return [path]
    return paths


def start():
    board = [None] * SQUARES
    for row in range(SIZE):
        for column in range(SIZE):
            if is_dark(row, column):
                if row < 2:
                    board[row * SIZE + column] = Piece.BLACK_MAN
                elif row >= SIZE - 2:
                    board[row * SIZE + column] = Piece.WHITE_MAN
    return Position(tuple(board), 0, 0)


def turn(p):
    return p.player


def moves(p):
    if p.quiet >= QUIET_LIMIT:
        return []
    own = [square for square, piece in enumerate(p.board) if piece is not None and piece.player == p.player]
    captures = [path for square in own for path in jump_paths(p.board, [square])]
    if captures:
        return [encode(path) for path in captures]
    return [encode([square, step.target]) for square in own for step in plain_steps(p.board, square)]


def play(p, move):
    path = decode(move)
    board = list(p.board)
    piece = board[path[0]]
    quiet = p.quiet + 1 if piece.is_king else 0
    for source, target in zip(path, path[1:]):
        board[source] = None
        if abs(source // SIZE - target // SIZE) == 2:
            board[(source + target) // 2] = None
            quiet = 0
    board[path[-1]] = CROWNED[piece] if becomes_king(piece, path[-1]) else piece
    return Position(tuple(board), 1 - p.player, quiet)


def utility(p, player):
    if p.quiet >= QUIET_LIMIT:
        return 0
    return -WIN if player == p.player else WIN


def piece_value(piece, square):
    """Material; a man is worth more the further it has come, or when it guards its own last row."""
    value = VALUES[piece]
    row, column = divmod(square, SIZE)
    if piece.is_king:
        return value + 5 * min(row, column, SIZE - 1 - row, SIZE - 1 - column)
    rows_to_go = abs(row - LAST_ROW[piece.player])
    return value + (8 if rows_to_go == SIZE - 1 else 4 * (SIZE - 1 - rows_to_go))


def evaluate(p, player):
    score = 0
    for square, piece in enumerate(p.board):
        if piece is not None:
            score += piece_value(piece, square) if piece.player == player else -piece_value(piece, square)
    return score


def square_name(square):
    row, column = divmod(square, SIZE)
    return "abcdef"[column] + str(SIZE - row)


def show(p):
    lines = []
    for row in range(SIZE):
        pieces = p.board[row * SIZE : (row + 1) * SIZE]
        symbols = [piece.value if piece else "." if is_dark(row, i) else " " for i, piece in enumerate(pieces)]
        lines.append(f"{SIZE - row} " + " ".join(symbols))
    return "\n".join([*lines, "  a b c d e f"])


def move_name(p, move):
    return "-".join(square_name(square) for square in decode(move))
