INF = 10 ** 9


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def negamax(pos, d, a, b):
        """Value from the side of whoever moves at pos: me, or all the others together."""
        sign = 1 if game.turn(pos) == me else -1
        if game.is_over(pos):
            return sign * game.utility(pos, me)
        if d == 0:
            return sign * game.evaluate(pos, me)
        best = -INF
        for m in game.moves(pos):
            child = game.play(pos, m)
            same = (game.turn(child) == me) == (sign == 1)
            v = negamax(child, d - 1, a, b) if same else -negamax(child, d - 1, -b, -a)
            best = max(best, v)
            a = max(a, v)
            if a >= b:
                break
        return best

    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    alpha, best_move = -INF, None
    for m in game.moves(position):
        child = game.play(position, m)
        if game.turn(child) == me:
            v = negamax(child, depth, alpha, INF)
        else:
            v = -negamax(child, depth, -INF, -alpha)
        if v > alpha:
            alpha, best_move = v, m
    return alpha, best_move
