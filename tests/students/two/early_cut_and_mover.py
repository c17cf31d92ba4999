def alpha_beta(game, position, depth):
    first = game.turn(position)

    def walk(p, d, alpha, beta):
        if game.is_over(p):
            return game.utility(p, game.turn(p))
        if d == 0:
            return game.evaluate(p, game.turn(p))
        if game.turn(p) == first:
            v = float('-inf')
            for m in game.moves(p):
                v = max(v, walk(game.play(p, m), d - 1, alpha, beta))
                if v >= alpha:
                    return v
                alpha = max(alpha, v)
            return v
        v = float('inf')
        for m in game.moves(p):
            v = min(v, walk(game.play(p, m), d - 1, alpha, beta))
            if v <= beta:
                return v
            beta = min(beta, v)
        return v

    return walk(position, depth, float('-inf'), float('inf'))
