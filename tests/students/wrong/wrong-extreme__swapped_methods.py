class Searcher:
    def __init__(self, game, position):
        self.game = game
        self.me = game.turn(position)

    def value(self, p, d, alpha, beta):
        if self.game.is_over(p):
            return self.game.utility(p, self.me)
        if d == 0:
            return self.game.evaluate(p, self.me)
        if self.game.turn(p) != self.me:
            return self.maximum(p, d, alpha, beta)
        return self.minimum(p, d, alpha, beta)

    def maximum(self, p, d, alpha, beta):
        v = float("-inf")
        for m in self.game.moves(p):
            v = max(v, self.value(self.game.play(p, m), d - 1, alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v

    def minimum(self, p, d, alpha, beta):
        v = float("inf")
        for m in self.game.moves(p):
            v = min(v, self.value(self.game.play(p, m), d - 1, alpha, beta))
            beta = min(beta, v)
            if alpha >= beta:
                break
        return v


def alpha_beta(game, position, depth):
    return Searcher(game, position).value(position, depth, float("-inf"), float("inf"))
