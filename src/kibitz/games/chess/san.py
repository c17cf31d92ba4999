"""Moves as text: SAN as people write it (Nf3, exd5, O-O, e8=Q#), and UCI as programs do (g1f3, e7e8q).

SAN names no more of a piece's origin than distinguishes it from others that can go to the same square. It is read
leniently: the marks x, =, + and # may be missing, and zeros may replace the letter O. UCI writes castling as the king's
two-square step in chess, and as the king capturing its rook in Chess960; both are accepted.
"""

import re
from functools import lru_cache

from kibitz.games.chess.fen import LETTERS, square_name, square_of
from kibitz.games.chess.rules import (
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    KIND_SHIFT,
    KING_PIECE,
    KING_SIDE,
    PAWN_PIECE,
    QUEEN_SIDE,
    Position,
    checkers,
    moves,
    piece_at,
    play,
)
from kibitz.games.chess.tables import ONE

SHORT, LONG = "O-O", "O-O-O"
UCI = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrq]?)")
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])=?\(?([NBRQ]?)\)?")
MARKS = re.compile(r"(e\.?p\.?)?[+#!?]*$")


def source_of(move: int) -> int:
    return move & 63


def target_of(move: int) -> int:
    """Return the square where the piece lands; when castling, the rook's."""
    return move >> 6 & 63


def kind_of(move: int) -> int:
    return move >> KIND_SHIFT


def promoted(move: int) -> str:
    """Return the letter of the piece that a pawn becomes, or nothing."""
    return "" if kind_of(move) in (0, DOUBLE, EN_PASSANT, CASTLING) else LETTERS[kind_of(move)]


def landing(move: int) -> int:
    """Return the square where the moved piece ends up; when castling, the king's."""
    if kind_of(move) != CASTLING:
        return target_of(move)
    return source_of(move) & 56 | (KING_SIDE if target_of(move) > source_of(move) else QUEEN_SIDE)[0]


@lru_cache(maxsize=64)
def legal(p: Position) -> tuple[int, ...]:
    """List the legal moves, cached because every name needs them again."""
    return tuple(moves(p))


def uci_name(p: Position, move: int, chess960: bool = False) -> str:
    """Return a move's name in UCI."""
    usual = source_of(move) % 8 == 4 and target_of(move) % 8 in (0, 7)
    target = landing(move) if usual and not chess960 else target_of(move)
    return square_name(source_of(move)) + square_name(target) + promoted(move).lower()


def read_uci(p: Position, text: str) -> int:
    """Return the legal move with this name in UCI."""
    found = UCI.fullmatch(text)
    if not found:
        raise ValueError(f"expected a move such as e2e4 or e7e8q, got {text!r}")
    source, target, letter = square_of(found[1]), square_of(found[2]), found[3].upper()
    for move in legal(p):
        if source_of(move) == source and target_of(move) == target and promoted(move) == letter:
            return move
    for move in legal(p):  # castling as the king's step, unless in Chess960 that is an ordinary move
        if kind_of(move) == CASTLING and source_of(move) == source and landing(move) == target and not letter:
            return move
    raise ValueError(f"{text!r} is not a legal move here{expected(p)}")


def expected(p: Position) -> str:
    """Return the legal moves, for an error message."""
    names = [san_name(p, move) for move in legal(p)]
    return f"; expected one of {' '.join(names)}" if names else "; the game is over"


def san_name(p: Position, move: int) -> str:
    """Return a move's name in SAN."""
    after = play(p, move)
    mark = "" if not checkers(after) else "+" if legal(after) else "#"
    return base_name(p, move) + mark


def base_name(p: Position, move: int) -> str:
    """Return a move's name without the mark for check or mate."""
    source, target = source_of(move), target_of(move)
    if kind_of(move) == CASTLING:
        return SHORT if target > source else LONG
    piece = piece_at(p, source)
    captures = kind_of(move) == EN_PASSANT or p.theirs & ONE << target
    if piece == PAWN_PIECE:
        letter = square_name(source)[0] if captures else ""
        promotion = f"={promoted(move)}" if promoted(move) else ""
    else:
        letter, promotion = LETTERS[piece] + telling(p, move, piece), ""
    return f"{letter}{'x' if captures else ''}{square_name(target)}{promotion}"


def telling(p: Position, move: int, piece: int) -> str:
    """Return what distinguishes a piece from others of its kind that can go to the same square."""
    source, target = source_of(move), target_of(move)
    others = [
        source_of(other)
        for other in (legal(p) if piece != KING_PIECE else ())
        if target_of(other) == target and other != move and piece_at(p, source_of(other)) == piece
    ]
    if not others:
        return ""
    column, row = square_name(source)[0], square_name(source)[1]
    if all(other % 8 != source % 8 for other in others):
        return column
    return row if all(other // 8 != source // 8 for other in others) else column + row


def read_san(p: Position, text: str) -> int:
    """Return the legal move with this name in SAN."""
    bare = MARKS.sub("", text)
    castling = bare.upper().replace("0", "O")
    if castling in (SHORT, LONG):
        found = [move for move in legal(p) if base_name(p, move) == castling]
    else:
        parts = SAN.fullmatch(bare)
        if not parts:
            raise ValueError(f"expected a move such as Nf3, exd5, O-O, e8=Q or e2e4, got {text!r}")
        found = [move for move in legal(p) if fits(p, move, *parts.groups())]
    if len(found) > 1:
        names = " or ".join(san_name(p, move) for move in found)
        raise ValueError(f"{text!r} is ambiguous; expected {names}")
    if not found:
        raise ValueError(f"{text!r} is not a legal move here{expected(p)}")
    return found[0]


def fits(p: Position, move: int, letter: str, column: str, row: str, target: str, promotion: str) -> bool:
    """Return whether a move matches the parts of a name."""
    source = square_name(source_of(move))
    return (
        kind_of(move) != CASTLING
        and LETTERS[piece_at(p, source_of(move))] == (letter or "P")
        and square_name(target_of(move)) == target
        and source[0] == (column or source[0])
        and source[1] == (row or source[1])
        and promoted(move) == promotion
    )


def read_move(p: Position, text: str) -> int:
    """Return the legal move with this name, in SAN or UCI."""
    return read_uci(p, text) if UCI.fullmatch(text) else read_san(p, text)
