"""What a position of chess is worth, in hundredths of a pawn."""

from kibitz.games.chess.rules import Position, diagonal_sliders, knights, pawns, straight_sliders
from kibitz.games.chess.tables import Board

PAWN_WORTH, KNIGHT_WORTH, BISHOP_WORTH, ROOK_WORTH, QUEEN_WORTH = 100, 300, 300, 500, 900


def ahead(p: Position, board: Board) -> int:
    """Say how many more of these pieces the player to move has than the other."""
    return int((board & p.mine).bit_count()) - int((board & p.theirs).bit_count())


def material(p: Position, player: int) -> int:
    """Sum the pieces' worth, mine less theirs; a queen is in both sets of sliders."""
    queens = diagonal_sliders(p) & straight_sliders(p)
    points = (
        PAWN_WORTH * ahead(p, pawns(p))
        + KNIGHT_WORTH * ahead(p, knights(p))
        + BISHOP_WORTH * ahead(p, diagonal_sliders(p))
        + ROOK_WORTH * ahead(p, straight_sliders(p))
        + (QUEEN_WORTH - ROOK_WORTH - BISHOP_WORTH) * ahead(p, queens)
    )
    return points if player == p.player else -points
