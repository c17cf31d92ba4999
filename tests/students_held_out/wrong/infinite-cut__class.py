class Pruned:
    VALUE = float("-inf")


class AB:
    def __init__(self, game, me):
        self.game, self.me = game, me

    def __call__(self, pos, depth, alpha, beta):
        game, me = self.game, self.me
        if game.is_over(pos):
            return game.utility(pos, me)
        if depth == 0:
            return game.evaluate(pos, me)
        scores = []
        for m in game.moves(pos):
            s = self(game.play(pos, m), depth - 1, alpha, beta)
            scores.append(s)
            if game.turn(pos) == me:
                alpha = max(alpha, s)
            else:
                beta = min(beta, s)
            if alpha > beta:
                return Pruned.VALUE
        return max(scores) if game.turn(pos) == me else min(scores)


def alpha_beta(game, position, depth):
    ab = AB(game, game.turn(position))
    return ab(position, depth, float("-inf"), float("inf"))
