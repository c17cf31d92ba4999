"""Alpha-beta: minimax's score, skipping positions that cannot change it.

Law. Searched with the window (alpha, beta), a position whose minimax score is s returns r with
    r ≤ alpha         and s ≤ r: an upper bound
    alpha < r < beta  and s = r: exact
    r ≥ beta          and s ≥ r: a lower bound
(fail-soft: r is the best score found, not the edge of the window). So with an open window the score, the move and the
principal variation (the line of best play) are minimax's.
"""

from typing import Any

from kibitz.compiler.plain import Children, Compiled, Desk, Kernel, words
from kibitz.game import Game
from kibitz.search.desk import (
    HIGHEST,
    LOWEST,
    NODES,
    OPEN,
    ROOT,
    bound_of,
    end_line,
    extend_line,
    record,
    stopped,
)
from kibitz.search.textbook.sound import every_move, horizon, same_side


def alpha_beta(game: Game[Any], compiled: Compiled, children: Children | None = None) -> Kernel:
    """Build alpha-beta for a game, over the children that a filter keeps, or all of them."""
    turn, play, is_over, utility = game.rules.turn, game.rules.play, game.rules.is_over, game.rules.utility
    judge, ours = horizon(game), same_side(game)
    children = children or every_move(game)

    @compiled
    def search(p: Any, player: int, depth: int, alpha: Any, beta: Any, desk: Desk) -> Any:
        desk[NODES] += 1
        if is_over(p):
            end_line(desk, depth)
            return utility(p, player)
        if depth == 0:
            return judge(p, player, desk)
        maximising = ours(turn(p), player)
        worst = LOWEST if maximising else HIGHEST
        best = worst
        for move in children(p, player, depth, desk):
            score = search(play(p, move), player, depth - 1, alpha, beta, desk)
            if stopped(desk):
                return best
            if depth == desk[ROOT]:
                record(desk, move, score, bound_of(score, alpha, beta))
            if maximising:
                if score > best:
                    best = score
                    if score >= beta:
                        break
                    if score > alpha:
                        extend_line(desk, depth, move)
                        if depth != desk[OPEN]:
                            alpha = score
            elif score < best:
                best = score
                if score <= alpha:
                    break
                if score < beta:
                    extend_line(desk, depth, move)
                    if depth != desk[OPEN]:
                        beta = score
        if best == worst:
            end_line(desk, depth)
            return utility(p, player)
        return best

    @compiled
    def root(p: Any, player: int, depth: int, desk: Desk) -> Any:
        return search(p, player, depth, LOWEST, HIGHEST, words(desk))

    return root
