import math


class Searcher:
    def __init__(self, game, player, limit):
        self.game = game
        self.player = player
        self.limit = limit

    def rounds(self, ply):
        return ply // self.game.players

    def run(self, pos, ply=0, alpha=-math.inf, beta=math.inf):
        g = self.game
        if g.is_over(pos):
            return g.utility(pos, self.player), None
        if self.rounds(ply) >= self.limit:
            return g.evaluate(pos, self.player), None
        choice = None
        if g.turn(pos) == self.player:
            best = -math.inf
            for m in g.moves(pos):
                v, _ = self.run(g.play(pos, m), ply + 1, alpha, beta)
                if v > best:
                    best, choice = v, m
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        else:
            best = math.inf
            for m in g.moves(pos):
                v, _ = self.run(g.play(pos, m), ply + 1, alpha, beta)
                if v < best:
                    best, choice = v, m
                beta = min(beta, best)
                if alpha >= beta:
                    break
        return best, choice


def alpha_beta(game, position, depth):
    return Searcher(game, game.turn(position), depth).run(position)
