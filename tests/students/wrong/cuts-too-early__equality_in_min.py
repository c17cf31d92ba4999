import math

def alpha_beta(game, position, depth):
    return ab(game, position, depth, -math.inf, math.inf, game.turn(position))

def ab(game, s, d, alpha, beta, who):
    if game.is_over(s):
        return game.utility(s, who)
    elif d == 0:
        return game.evaluate(s, who)
    elif game.turn(s) == who:
        v = -math.inf
        for a in game.moves(s):
            v = max(v, ab(game, game.play(s, a), d - 1, alpha, beta, who))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v
    else:
        v = math.inf
        for a in game.moves(s):
            v = min(v, ab(game, game.play(s, a), d - 1, alpha, beta, who))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
