class AlphaBeta:
    def __init__(self, game, player):
        self.game = game
        self.player = player
        self.alpha = float("-inf")
        self.beta = float("inf")

    def max_value(self, pos, depth):
        best_move = None
        v = float("-inf")
        for move in self.game.moves(pos):
            child, _ = self.value(self.game.play(pos, move), depth - 1)
            if child > v:
                v, best_move = child, move
            if v > self.beta:
                return v, best_move
            self.alpha = max(self.alpha, v)
        return v, best_move

    def min_value(self, pos, depth):
        best_move = None
        v = float("inf")
        for move in self.game.moves(pos):
            child, _ = self.value(self.game.play(pos, move), depth - 1)
            if child < v:
                v, best_move = child, move
            if v < self.alpha:
                return v, best_move
            self.beta = min(self.beta, v)
        return v, best_move

    def value(self, pos, depth):
        if self.game.is_over(pos):
            return self.game.utility(pos, self.player), None
        if depth == 0:
            return self.game.evaluate(pos, self.player), None
        if self.game.turn(pos) == self.player:
            return self.max_value(pos, depth)
        return self.min_value(pos, depth)


def alpha_beta(game, position, depth):
    return AlphaBeta(game, game.turn(position)).value(position, depth)
