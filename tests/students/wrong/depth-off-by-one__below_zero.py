class AlphaBeta:
    """Alpha-beta with a depth limit."""

    def __init__(self, game, player):
        self.game = game
        self.player = player

    def search(self, position, depth, alpha, beta):
        if self.game.is_over(position):
            return self.game.utility(position, self.player)
        if depth < 0:
            return self.game.evaluate(position, self.player)
        if self.game.turn(position) == self.player:
            value = float("-inf")
            for move in self.game.moves(position):
                value = max(value, self.search(self.game.play(position, move), depth - 1, alpha, beta))
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        else:
            value = float("inf")
            for move in self.game.moves(position):
                value = min(value, self.search(self.game.play(position, move), depth - 1, alpha, beta))
                beta = min(beta, value)
                if alpha >= beta:
                    break
        return value


def alpha_beta(game, position, depth):
    return AlphaBeta(game, game.turn(position)).search(position, depth, float("-inf"), float("inf"))
