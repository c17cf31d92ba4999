class Minimax:
    """Depth-limited alpha-beta.

    The depth is tested before the end of the game because that is cheaper.
    """

    def __init__(self, game, me):
        self.game = game
        self.me = me

    def value(self, position, depth, alpha=float("-inf"), beta=float("inf")):
        if depth == 0:
            return self.game.evaluate(position, self.me)
        if self.game.is_over(position):
            return self.game.utility(position, self.me)
        if self.game.turn(position) == self.me:
            v = float("-inf")
            for move in self.game.moves(position):
                v = max(v, self.value(self.game.play(position, move), depth - 1, alpha, beta))
                if v >= beta:
                    break
                alpha = max(alpha, v)
        else:
            v = float("inf")
            for move in self.game.moves(position):
                v = min(v, self.value(self.game.play(position, move), depth - 1, alpha, beta))
                if v <= alpha:
                    break
                beta = min(beta, v)
        return v


def alpha_beta(game, position, depth):
    return Minimax(game, game.turn(position)).value(position, depth)
