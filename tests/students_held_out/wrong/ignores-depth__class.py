class AlphaBeta(object):
    def __init__(self, game, max_depth):
        self.game = game
        self.max_depth = max_depth
        self.depth = 0
        self.nodes = 0

    def terminal(self, pos):
        return self.game.is_over(pos)

    def solve(self, pos):
        self.me = self.game.turn(pos)
        return self.visit(pos, float('-inf'), float('inf'))

    def visit(self, pos, alpha, beta):
        self.nodes += 1
        if self.terminal(pos):
            return self.game.utility(pos, self.me), None
        self.depth += 1
        maximizing = self.game.turn(pos) == self.me
        best_move = None
        value = float('-inf') if maximizing else float('inf')
        for move in self.game.moves(pos):
            child, _ = self.visit(self.game.play(pos, move), alpha, beta)
            if maximizing and child > value:
                value, best_move = child, move
                alpha = max(alpha, value)
            elif not maximizing and child < value:
                value, best_move = child, move
                beta = min(beta, value)
            if beta <= alpha:
                break
        self.depth -= 1
        return value, best_move


def alpha_beta(game, position, depth):
    return AlphaBeta(game, depth).solve(position)
