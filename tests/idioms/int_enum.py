"""An IntEnum used in arithmetic and as an index"""

from enum import IntEnum
from typing import NamedTuple


class Piece(IntEnum):
    NONE = 0
    PAWN = 1
    KNIGHT = 3
    QUEEN = 9


LIMIT = [0, 3, 0, 2, 0, 0, 0, 0, 0, 1]
objective = "score"


class Position(NamedTuple):
    cells: tuple
    player: int


def start():
    return Position((Piece.NONE,) * 6, 0)


def turn(p):
    return p.player


def moves(p):
    for cell, piece in enumerate(p.cells):
        if piece == Piece.NONE:
            for new in (Piece.PAWN, Piece.KNIGHT, Piece.QUEEN):
                if p.cells.count(new) < LIMIT[new]:
                    yield cell * 10 + new


def play(p, move):
    cells = list(p.cells)
    cells[move // 10] = Piece(move % 10)
    return Position(tuple(cells), 1 - p.player)


def utility(p, player):
    lead = 0
    for cell, piece in enumerate(p.cells):
        lead += piece * (cell % 3) if cell < 3 else -piece * (cell % 3)
    return lead if player == 0 else -lead


def evaluate(p, player):
    tempo = Piece.PAWN if p.player == 0 else -Piece.PAWN
    return utility(p, player) + (tempo if player == 0 else -tempo)
