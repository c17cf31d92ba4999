class AlphaBetaSearch:
    EPSILON = 3  # small differences do not matter

    def __init__(self, game, me):
        self.game = game
        self.me = me

    def run(self, p, depth, alpha, beta):
        if self.game.is_over(p):
            return self.game.utility(p, self.me)
        if depth == 0:
            return self.game.evaluate(p, self.me)
        is_max = self.game.turn(p) == self.me
        best = None
        for m in self.game.moves(p):
            v = self.run(self.game.play(p, m), depth - 1, alpha, beta)
            if is_max:
                best = v if best is None else max(best, v)
                alpha = max(alpha, best)
            else:
                best = v if best is None else min(best, v)
                beta = min(beta, best)
            if alpha + self.EPSILON >= beta:
                break
        return best


def alpha_beta(game, position, depth):
    s = AlphaBetaSearch(game, game.turn(position))
    return s.run(position, depth, float("-inf"), float("inf"))
