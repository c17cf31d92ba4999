def alpha_beta(game, position, depth):
    me = game.turn(position)
    alpha, beta = float("-inf"), float("inf")

    def value(p, d):
        nonlocal alpha, beta
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        if game.turn(p) == me:
            v = float("-inf")
            for m in game.moves(p):
                v = max(v, value(game.play(p, m), d - 1))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            return v
        v = float("inf")
        for m in game.moves(p):
            v = min(v, value(game.play(p, m), d - 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    return value(position, depth)
