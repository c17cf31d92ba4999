def alpha_beta(game, position, depth):
    inf = float('inf')
    me = game.turn(position)

    def max_value(state, depth, alpha, beta):
        v = -inf
        for m in game.moves(state):
            v = max(v, value(game.play(state, m), depth - 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, depth, alpha, beta):
        v = inf
        for m in game.moves(state):
            v = min(v, value(game.play(state, m), depth - 1, alpha, beta))
            if v <= beta:       # prune
                return v
            beta = min(beta, v)
        return v

    def value(state, depth, alpha, beta):
        if game.is_over(state):
            return game.utility(state, me)
        if depth == 0:
            return game.evaluate(state, me)
        if game.turn(state) == me:
            return max_value(state, depth, alpha, beta)
        return min_value(state, depth, alpha, beta)

    return value(position, depth, -inf, inf)
