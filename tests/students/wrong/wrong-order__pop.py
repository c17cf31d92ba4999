class AB:
    def __init__(self, game, root):
        self.game = game
        self.root = root

    def search(self, pos, depth, alpha, beta):
        if self.game.is_over(pos):
            return self.game.utility(pos, self.root)
        if depth == 0:
            return self.game.evaluate(pos, self.root)
        todo = list(self.game.moves(pos))
        maximizing = self.game.turn(pos) == self.root
        result = float("-inf") if maximizing else float("inf")
        while todo:
            move = todo.pop()
            v = self.search(self.game.play(pos, move), depth - 1, alpha, beta)
            if maximizing:
                result = max(result, v)
                if result > beta:
                    return result
                alpha = max(alpha, result)
            else:
                result = min(result, v)
                if result < alpha:
                    return result
                beta = min(beta, result)
        return result


def alpha_beta(game, position, depth):
    return AB(game, game.turn(position)).search(position, depth, float("-inf"), float("inf"))
