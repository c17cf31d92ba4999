INF = float("inf")


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def sgn(p):
        return 1 if game.turn(p) == me else -1

    def negamax(p, d, alpha, beta):
        s = sgn(p)
        if game.is_over(p):
            return (s * game.utility(p, me), None)
        if d == 0:
            return (s * game.evaluate(p, me), None)
        move = None
        best = -INF
        for m in game.moves(p):
            q = game.play(p, m)
            if sgn(q) == s:
                v = negamax(q, d - 1, max(alpha, best), beta)[0]
            else:
                v = -negamax(q, d - 1, -beta, -max(alpha, best))[0]
            if v >= best:
                best, move = v, m
            if best >= beta:
                break
        return (best, move)

    return negamax(position, depth, -INF, INF)
