import math


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def search(p, d, alpha, beta):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        mine = game.turn(p) == me
        for m in game.moves(p):
            v = search(game.play(p, m), d - 1, alpha, beta)
            if mine:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return alpha if mine else beta

    result = None
    for limit in range(depth + 1):  # deeper and deeper
        result = search(position, limit, -math.inf, math.inf)
    return result
