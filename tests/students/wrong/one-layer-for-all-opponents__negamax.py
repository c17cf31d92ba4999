from math import inf


class Negamax:
    def __init__(self, game, player):
        self.game = game
        self.player = player

    def __call__(self, position, depth, color=1):
        if self.game.is_over(position):
            return color * self.game.utility(position, self.player)
        if depth == 0:
            return color * self.game.evaluate(position, self.player)
        best = -inf
        for move in self.game.moves(position):
            best = max(best, -self(self.game.play(position, move), depth - 1, -color))
        return best


def minimax(game, position, depth):
    return Negamax(game, game.turn(position))(position, depth)
