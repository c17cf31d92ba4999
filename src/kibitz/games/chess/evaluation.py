"""What a position of chess is worth, in hundredths of a pawn."""

from kibitz.games.chess.rules import Position, diagonal_sliders, knights, pawns, straight_sliders
from kibitz.games.chess.tables import Board

PAWN_WORTH, KNIGHT_WORTH, BISHOP_WORTH, ROOK_WORTH, QUEEN_WORTH = 100, 300, 300, 500, 900


def worth(p: Position, pieces: Board) -> int:
    """Sum the worth of these pieces; a queen is in both sets of sliders."""
    queens = diagonal_sliders(p) & straight_sliders(p) & pieces
    return (
        PAWN_WORTH * (pawns(p) & pieces).bit_count()
        + KNIGHT_WORTH * (knights(p) & pieces).bit_count()
        + BISHOP_WORTH * (diagonal_sliders(p) & pieces).bit_count()
        + ROOK_WORTH * (straight_sliders(p) & pieces).bit_count()
        + (QUEEN_WORTH - ROOK_WORTH - BISHOP_WORTH) * queens.bit_count()
    )


def material(p: Position, player: int) -> int:
    """Give the difference of the sums of pieces."""
    ahead = worth(p, p.mine) - worth(p, p.theirs)
    return ahead if player == p.player else -ahead
