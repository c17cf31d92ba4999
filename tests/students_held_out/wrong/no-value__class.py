class AlphaBeta:
    def __init__(self, game, depth):
        self.game = game
        self.depth = depth

    def run(self, position):
        self.me = self.game.turn(position)
        result = self.ab(position, self.depth, float("-inf"), float("inf"))
        print("value:", result)

    def ab(self, pos, depth, alpha, beta):
        if self.game.is_over(pos):
            return self.game.utility(pos, self.me)
        if depth == 0:
            return self.game.evaluate(pos, self.me)
        mine = self.game.turn(pos) == self.me
        best = float("-inf") if mine else float("inf")
        for move in self.game.moves(pos):
            v = self.ab(self.game.play(pos, move), depth - 1, alpha, beta)
            if mine:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def alpha_beta(game, position, depth):
    return AlphaBeta(game, depth).run(position)
