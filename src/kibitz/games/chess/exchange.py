"""Static exchange evaluation: what a move wins if both sides keep capturing on its square, least valuable piece first.

Law. Let v be what the exchange is worth to the player to move: what is captured, plus what a promotion adds, less what
the opponent then wins by the better of recapturing or not. `exchange_wins(p, move, least)` returns whether v ≥ least.
Pieces behind others on the same line join in; a king is worth so much that it captures only where nothing can
recapture. Pins are ignored, and so are promotions by recapturing.
"""

import numpy as np

from kibitz.bits import lowest
from kibitz.games.chess.rules import (
    BISHOP_PIECE,
    CASTLING,
    EN_PASSANT,
    KIND_SHIFT,
    KING_PIECE,
    KNIGHT_PIECE,
    PAWN_PIECE,
    QUEEN_PIECE,
    ROOK_PIECE,
    Position,
    diagonal_sliders,
    diagonals,
    kings,
    knights,
    pawns,
    piece_at,
    promotion_of,
    straight_sliders,
    straights,
)
from kibitz.games.chess.tables import KING, KNIGHT, ONE, PAWN, Board

WORTH = np.array([0, 100, 300, 10_000, 0, 300, 500, 900])
"""The worth of each piece by its number. A king is worth more than all the rest."""
GOOD = 100_000
"""The priority of moves that win or keep material lies around this, that of others around its negative."""


def captured_by(p: Position, move: int) -> int:
    """Return the number of the piece that a move captures, 0 for none."""
    if move >> KIND_SHIFT == EN_PASSANT:
        return PAWN_PIECE
    if move >> KIND_SHIFT == CASTLING:
        return 0
    return piece_at(p, move >> 6 & 63)


def attackers_of_both(p: Position, square: int, taken: Board) -> Board:
    """Return the pieces of both players that attack a square, if these squares are occupied."""
    return (
        PAWN[p.player, square] & pawns(p) & p.theirs
        | PAWN[1 - p.player, square] & pawns(p) & p.mine
        | KNIGHT[square] & knights(p)
        | KING[square] & kings(p)
        | diagonals(square, taken) & diagonal_sliders(p)
        | straights(square, taken) & straight_sliders(p)
    )


def least_piece(p: Position, board: Board) -> int:
    """Return the number of the least valuable piece on these squares; there must be one."""
    if board & pawns(p):
        return PAWN_PIECE
    if board & knights(p):
        return KNIGHT_PIECE
    if board & p.fours & ~p.twos:
        return BISHOP_PIECE
    if board & p.fours & ~p.ones:
        return ROOK_PIECE
    return QUEEN_PIECE if board & p.fours else KING_PIECE


def of_piece(p: Position, piece: int) -> Board:
    """Return the squares of all pieces with this number."""
    ones = p.ones if piece & 1 else ~p.ones
    twos = p.twos if piece & 2 else ~p.twos
    return ones & twos & (p.fours if piece & 4 else ~p.fours)


def exchange_wins(p: Position, move: int, least: int) -> bool:
    """Return whether the exchange that a move begins is worth at least this much to the player to move."""
    if move >> KIND_SHIFT == CASTLING:
        return least <= 0
    source, square = move & 63, move >> 6 & 63
    promotion = promotion_of(move)
    piece = promotion if promotion else piece_at(p, source)
    surplus = WORTH[captured_by(p, move)] - least
    if promotion:
        surplus += WORTH[promotion] - WORTH[PAWN_PIECE]
    taken = (p.mine | p.theirs) & ~(ONE << source) | ONE << square
    if move >> KIND_SHIFT == EN_PASSANT:
        taken ^= ONE << (square - 8 if p.player == 0 else square + 8)
    # Each claim to win enough holds unless the opponent, recapturing, can claim to win more than its surplus.
    mine = True
    while surplus >= 0:
        mine = not mine
        hunters = attackers_of_both(p, square, taken) & taken & (p.mine if mine else p.theirs)
        if not hunters:
            return not mine
        surplus = WORTH[piece] - surplus - 1
        piece = least_piece(p, hunters)
        taken ^= ONE << lowest(hunters & of_piece(p, piece))
    return not mine


def gain(p: Position, move: int) -> int:
    """Return what a move wins if nothing is recaptured."""
    promotion = promotion_of(move)
    won = WORTH[captured_by(p, move)] + (WORTH[promotion] - WORTH[PAWN_PIECE] if promotion else 0)
    return int(won)


def noisy(p: Position, move: int) -> bool:
    """Follow promotions to a queen, and captures that lose nothing."""
    if promotion_of(move):
        return promotion_of(move) == QUEEN_PIECE
    return captured_by(p, move) != 0 and exchange_wins(p, move, 0)


def priority(p: Position, move: int) -> int:
    """Try promotions and captures first, the most valuable victim by the least piece; losing moves last."""
    victim, promotion = captured_by(p, move), promotion_of(move)
    if promotion and promotion != QUEEN_PIECE:
        return -GOOD
    if not victim and not promotion:
        return 0
    order = 8 * int(WORTH[victim] + WORTH[promotion]) - int(WORTH[piece_at(p, move & 63)]) // 100
    return order + GOOD if promotion or exchange_wins(p, move, 0) else order - GOOD
