import math


class AlphaBeta:
    """A node that is pruned gets an infinite value, so nobody will choose it."""

    def __init__(self, game, root):
        self.game = game
        self.me = game.turn(root)

    def value(self, position, depth, alpha, beta):
        if self.game.is_over(position):
            return self.game.utility(position, self.me)
        if depth == 0:
            return self.game.evaluate(position, self.me)
        if self.game.turn(position) == self.me:
            for move in self.game.moves(position):
                alpha = max(alpha, self.value(self.game.play(position, move), depth - 1, alpha, beta))
                if alpha >= beta:
                    return math.inf
            return alpha
        for move in self.game.moves(position):
            beta = min(beta, self.value(self.game.play(position, move), depth - 1, alpha, beta))
            if alpha >= beta:
                return -math.inf
        return beta


def alpha_beta(game, position, depth):
    return AlphaBeta(game, position).value(position, depth, -math.inf, math.inf)
