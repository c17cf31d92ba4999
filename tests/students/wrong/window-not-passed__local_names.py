def alpha_beta(game, position, depth):
    me = game.turn(position)

    def nega(p, d):
        alpha, beta = float("-inf"), float("inf")
        mine = game.turn(p) == me
        sign = 1 if mine else -1
        if game.is_over(p):
            return sign * game.utility(p, me)
        if d == 0:
            return sign * game.evaluate(p, me)
        for m in game.moves(p):
            q = game.play(p, m)
            v = nega(q, d - 1)
            if (game.turn(q) == me) != mine:
                v = -v
            if v > alpha:
                alpha = v
            if alpha >= beta:  # beta cutoff
                break
        return alpha

    return nega(position, depth)
