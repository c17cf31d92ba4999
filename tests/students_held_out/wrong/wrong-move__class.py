class Minimax:
    def __init__(self, game):
        self.game = game
        self.best_move = None

    def search(self, position, depth):
        self.me = self.game.turn(position)
        value = self.value(position, depth)
        return value, self.best_move

    def value(self, position, depth):
        game = self.game
        if game.is_over(position):
            return game.utility(position, self.me)
        if depth == 0:
            return game.evaluate(position, self.me)
        if game.turn(position) == self.me:
            best = float("-inf")
            for move in game.moves(position):
                v = self.value(game.play(position, move), depth - 1)
                if v > best:
                    best = v
                    self.best_move = move
            return best
        best = float("inf")
        for move in game.moves(position):
            best = min(best, self.value(game.play(position, move), depth - 1))
        return best


def minimax(game, position, depth):
    return Minimax(game).search(position, depth)
