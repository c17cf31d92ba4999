class Node:
    def __init__(self, game, position, me):
        self.game, self.position, self.me = game, position, me

    def expand(self):
        return [Node(self.game, self.game.play(self.position, m), self.me) for m in self.game.moves(self.position)]

    def value(self, depth, alpha, beta):
        if self.game.is_over(self.position):
            return self.game.utility(self.position, self.me)
        if depth == 0:
            return self.game.evaluate(self.position, self.me)
        maximizer = self.game.turn(self.position) == self.me
        for child in self.expand():
            v = child.value(depth - 1, alpha, beta)
            if maximizer:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if beta <= alpha:
                break
        return alpha if maximizer else beta


def alpha_beta(game, position, depth):
    root = Node(game, position, game.turn(position))
    return root.value(depth, float("-inf"), float("inf"))
