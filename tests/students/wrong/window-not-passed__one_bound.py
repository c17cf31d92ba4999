INF = 10 ** 6


class Search:
    def __init__(self, game, position):
        self.game = game
        self.player = game.turn(position)

    def leaf(self, position, depth):
        return depth == 0 or self.game.is_over(position)

    def leaf_value(self, position):
        if self.game.is_over(position):
            return self.game.utility(position, self.player)
        return self.game.evaluate(position, self.player)

    def node(self, position, depth, alpha, beta):
        if self.leaf(position, depth):
            return self.leaf_value(position)
        if self.game.turn(position) == self.player:
            return self.max_value(position, depth, alpha, beta)
        return self.min_value(position, depth, alpha, beta)

    def max_value(self, position, depth, alpha, beta):
        v = -INF
        for move in self.game.moves(position):
            # the child is a min node and needs only alpha
            v = max(v, self.node(self.game.play(position, move), depth - 1, alpha, INF))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, position, depth, alpha, beta):
        v = INF
        for move in self.game.moves(position):
            # the child is a max node and needs only beta
            v = min(v, self.node(self.game.play(position, move), depth - 1, -INF, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v


def alpha_beta(game, position, depth):
    return Search(game, position).node(position, depth, -INF, INF)
