from typing import Any


def alpha_beta(game: Any, position: Any, depth: int) -> tuple[float, Any]:
    """Return (value, best move). Fail-soft: values outside the window are returned as found."""
    root_player: int = game.turn(position)

    def visit(pos: Any, remaining: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.is_over(pos):
            return game.utility(pos, root_player), None
        if remaining == 0:
            return game.evaluate(pos, root_player), None

        best_move: Any = None
        if game.turn(pos) == root_player:
            best_value: float = float("-inf")
            for move in game.moves(pos):
                value, _ = visit(game.play(pos, move), remaining - 1, alpha, beta)
                if value > best_value:
                    best_value, best_move = value, move
                alpha = max(alpha, best_value)
                if alpha >= beta:
                    break
        else:
            best_value = float("inf")
            for move in game.moves(pos):
                value, _ = visit(game.play(pos, move), remaining - 1, alpha, beta)
                if value < best_value:
                    best_value, best_move = value, move
                beta = min(beta, best_value)
                if alpha >= beta:
                    break
        return best_value, best_move

    return visit(position, depth, float("-inf"), float("inf"))
