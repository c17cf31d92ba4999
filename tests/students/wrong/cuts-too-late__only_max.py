class Player:
    """Plays for the side to move at the root."""

    def __init__(self, game, side):
        self.game = game
        self.side = side

    def think(self, position, depth, alpha=float("-inf"), beta=float("inf")):
        game, side = self.game, self.side
        if game.is_over(position):
            return game.utility(position, side), None
        if depth == 0:
            return game.evaluate(position, side), None
        chosen = None
        if game.turn(position) == side:
            result = float("-inf")
            for move in game.moves(position):
                value, _ = self.think(game.play(position, move), depth - 1, alpha, beta)
                if value > result:
                    result, chosen = value, move
                alpha = max(alpha, result)
                if alpha >= beta:
                    break
        else:
            result = float("inf")
            for move in game.moves(position):
                value, _ = self.think(game.play(position, move), depth - 1, alpha, beta)
                if value < result:
                    result, chosen = value, move
                beta = min(beta, result)
        return result, chosen


def alpha_beta(game, position, depth):
    return Player(game, game.turn(position)).think(position, depth)
