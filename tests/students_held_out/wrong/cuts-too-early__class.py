class Player:
    """Written for tic-tac-toe first: LOSS = -1, DRAW = 0, WIN = 1."""

    LOSS, WIN = -1, 1

    def __init__(self, game):
        self.game = game

    def choose(self, position, depth):
        self.me = self.game.turn(position)
        return self.search(position, depth, self.LOSS, self.WIN)

    def search(self, position, depth, alpha, beta):
        game = self.game
        if game.is_over(position):
            return (game.utility(position, self.me), None)
        if depth == 0:
            return (game.evaluate(position, self.me), None)
        best = None
        mine = game.turn(position) == self.me
        for move in game.moves(position):
            v = self.search(game.play(position, move), depth - 1, alpha, beta)[0]
            if best is None or (v > best[0] if mine else v < best[0]):
                best = (v, move)
            if mine:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return best


def alpha_beta(game, position, depth):
    return Player(game).choose(position, depth)
