import math


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def colour(p):
        return 1 if game.turn(p) == me else -1

    def negamax(p, depth, alpha, beta):
        c = colour(p)
        if game.is_over(p):
            return c * game.utility(p, me)
        if depth == 0:
            return c * game.evaluate(p, me)
        best = -math.inf
        for m in game.moves(p):
            q = game.play(p, m)
            if colour(q) == c:
                best = max(best, negamax(q, depth - 1, max(alpha, best), beta))
            else:
                best = max(best, -negamax(q, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                return math.inf
        return best

    return negamax(position, depth, -math.inf, math.inf)
