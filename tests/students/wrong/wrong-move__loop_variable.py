class Minimax:
    def __init__(self, game):
        self.game = game

    def decide(self, position, depth):
        self.me = self.game.turn(position)
        if depth == 0 or self.game.is_over(position):
            return self.value(position, depth, float("-inf"), float("inf")), None
        best = float("-inf")
        for move in self.game.moves(position):
            best = max(best, self.value(self.game.play(position, move), depth - 1, best, float("inf")))
        return best, move

    def value(self, p, d, alpha, beta):
        if self.game.is_over(p):
            return self.game.utility(p, self.me)
        if d == 0:
            return self.game.evaluate(p, self.me)
        mine = self.game.turn(p) == self.me
        for m in self.game.moves(p):
            v = self.value(self.game.play(p, m), d - 1, alpha, beta)
            if mine:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return alpha if mine else beta


def alpha_beta(game, position, depth):
    return Minimax(game).decide(position, depth)
