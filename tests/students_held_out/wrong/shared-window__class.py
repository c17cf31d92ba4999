class AlphaBetaSearch:
    def __init__(self, game, position):
        self.game = game
        self.me = game.turn(position)
        self.alpha = float("-inf")
        self.beta = float("inf")

    def search(self, position, depth):
        if self.game.is_over(position):
            return self.game.utility(position, self.me), None
        if depth == 0:
            return self.game.evaluate(position, self.me), None
        if self.game.turn(position) == self.me:
            return self.maximize(position, depth)
        return self.minimize(position, depth)

    def maximize(self, position, depth):
        best, best_move = float("-inf"), None
        for move in self.game.moves(position):
            value, _ = self.search(self.game.play(position, move), depth - 1)
            if value > best:
                best, best_move = value, move
            self.alpha = max(self.alpha, best)
            if self.alpha >= self.beta:
                break
        return best, best_move

    def minimize(self, position, depth):
        best, best_move = float("inf"), None
        for move in self.game.moves(position):
            value, _ = self.search(self.game.play(position, move), depth - 1)
            if value < best:
                best, best_move = value, move
            self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        return best, best_move


def alpha_beta(game, position, depth):
    return AlphaBetaSearch(game, position).search(position, depth)
