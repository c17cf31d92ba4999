"""Chess and Chess960: checkmate the king. Moves are read as SAN or UCI, positions as FEN."""

from typing import Any

from kibitz.game import Game
from kibitz.games.chess import evaluation, exchange, features, fen, picture, rules, san
from kibitz.games.chess.rules import Position
from kibitz.games.chess.weights import WEIGHTS

how_to_play = """
Each piece moves in its own way: the rook along rows and columns, the bishop diagonally, the queen both ways,
the king one step in any direction, and the knight in an L over other pieces. A pawn goes one step forward, or
two from where it starts, and captures diagonally; on the last row it becomes another piece. Castling and
capturing en passant follow the usual rules. A king that is attacked is in check and must be brought to safety
at once; if that is impossible, it is checkmate and the game is lost. It is a draw if a player who is not in
check has no move, if a position occurs for the third time, after fifty moves of each side without a capture or
a pawn’s move, and when too few pieces are left for any mate.
"""
WIN_SCALE = 1 / 0.00368208
"""The scale, in hundredths of a pawn, of lichess.org/page/accuracy, which was fitted to games between people."""
SAME_WEIGHTS = ("chess960",)
"""Parameters for whose values the learned weights are the same."""
EVALUATIONS: dict[str, dict[str, Any]] = {
    "hand": {"weigh": evaluation.weigh, "weights": WEIGHTS, "margin": 75},
    "material": {"evaluate": evaluation.material},
}


def game(chess960: int = -1, evaluation: str = "hand") -> Game[Position]:
    """Play from the usual start, or from one of the 960 by its number; evaluation=material only counts the pieces."""
    if not -1 <= chess960 < 960:
        raise ValueError(f"chess960 must be a starting position from 0 to 959, or -1 for the usual one, got {chess960}")
    if evaluation not in EVALUATIONS:
        raise ValueError(f"evaluation must be one of learned, {', '.join(EVALUATIONS)}, got {evaluation!r}")
    first = fen.start_position(chess960 if chess960 >= 0 else fen.CLASSICAL)

    def start() -> Position:
        return first

    return Game.of(
        {
            **vars(rules),
            "start": start,
            "win_scale": WIN_SCALE,
            "evaluated_in": ("pawns", 100),
            "move_number": lambda p: p.number,
            **EVALUATIONS[evaluation],
            "features": features.features,
            "feature_count": features.COUNT,
            "planes": features.planes,
            "noisy": exchange.noisy,
            "gain": exchange.gain,
            "priority": exchange.priority,
            "write": fen.write,
            "read": fen.read,
            "show": fen.show,
            "move_name": san.san_name,
            "read_move": san.read_move,
            "board": picture.board,
        }
    )
