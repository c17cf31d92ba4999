"""Minimax: the score of best play to a depth.

Law. The score of a position, for the deciding player:
    over, or no move left      its utility
    depth 0                    its evaluation
    the player's side to move  the greatest score of its children, at one depth less
    another player to move      the least score of its children, at one depth less
The move is the first of the best in the order searched. Every position within the depth counts as a node.
"""

from typing import Any

from kibitz.compiler.plain import Children, Compiled, Desk, Kernel, words
from kibitz.game import Game
from kibitz.search.desk import EXACT, HIGHEST, LOWEST, NODES, ROOT, end_line, extend_line, record, stopped
from kibitz.search.textbook.sound import every_move, horizon, same_side


def minimax(game: Game[Any], compiled: Compiled, children: Children | None = None) -> Kernel:
    """Build minimax for a game, over the children that a filter keeps, or all of them."""
    turn, play, is_over, utility = game.rules.turn, game.rules.play, game.rules.is_over, game.rules.utility
    judge, ours = horizon(game), same_side(game)
    children = children or every_move(game)

    @compiled
    def search(p: Any, player: int, depth: int, desk: Desk) -> Any:
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
            score = search(play(p, move), player, depth - 1, desk)
            if stopped(desk):
                return best
            if depth == desk[ROOT]:
                record(desk, move, score, EXACT)
            if score > best if maximising else score < best:
                best = score
                extend_line(desk, depth, move)
        if best == worst:
            end_line(desk, depth)
            return utility(p, player)
        return best

    @compiled
    def root(p: Any, player: int, depth: int, desk: Desk) -> Any:
        return search(p, player, depth, words(desk))

    return root
