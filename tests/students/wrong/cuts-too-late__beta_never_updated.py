INF = float('inf')

def alpha_beta(game, position, depth):
    me = game.turn(position)
    return maximum(game, position, depth, -INF, INF, me)

def node(game, s, d, alpha, beta, me):
    if game.turn(s) == me:
        return maximum(game, s, d, alpha, beta, me)
    return minimum(game, s, d, alpha, beta, me)

def maximum(game, s, d, alpha, beta, me):
    if game.is_over(s):
        return game.utility(s, me)
    if d == 0:
        return game.evaluate(s, me)
    v = -INF
    for a in game.moves(s):
        v = max(v, node(game, game.play(s, a), d - 1, alpha, beta, me))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def minimum(game, s, d, alpha, beta, me):
    if game.is_over(s):
        return game.utility(s, me)
    if d == 0:
        return game.evaluate(s, me)
    v = INF
    for a in game.moves(s):
        v = min(v, node(game, game.play(s, a), d - 1, alpha, beta, me))
        if v <= alpha:
            return v
        alpha = min(alpha, v)
    return v
