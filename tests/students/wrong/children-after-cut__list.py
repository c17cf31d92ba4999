def alpha_beta(game, position, depth):
    me = game.turn(position)

    def value(p, d, alpha, beta):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        children = [game.play(p, m) for m in game.moves(p)]
        if game.turn(p) == me:
            v = float("-inf")
            for c in children:
                v = max(v, value(c, d - 1, alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
        else:
            v = float("inf")
            for c in children:
                v = min(v, value(c, d - 1, alpha, beta))
                if v <= alpha:
                    return v
                beta = min(beta, v)
        return v

    return value(position, depth, float("-inf"), float("inf"))
