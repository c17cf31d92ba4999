class Searcher:
    def __init__(self, game, position):
        self.game = game
        self.player = game.turn(position)

    def run(self, position, depth, alpha, beta):
        g = self.game
        if g.is_over(position):
            return g.utility(position, self.player)
        if depth == 0:
            return g.evaluate(position, self.player)
        if g.turn(position) == self.player:
            value = float("-inf")
            for m in g.moves(position):
                value = max(value, self.run(g.play(position, m), depth - 1, alpha, beta))
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        else:
            value = float("inf")
            for m in g.moves(position):
                value = min(value, self.run(g.play(position, m), depth - 1, alpha, beta))
                beta = min(beta, value)
                if alpha >= beta:
                    break
        return value


def alpha_beta(game, position, depth):
    s = Searcher(game, position)
    print("The value is", s.run(position, depth, float("-inf"), float("inf")))
