from math import inf


def alpha_beta(game, position, depth):
    me = game.turn(position)
    return value(game, position, depth, -inf, inf, me)


def value(game, position, depth, alpha, beta, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if game.turn(position) == me:
        return max_value(game, position, depth, alpha, beta, me)
    return min_value(game, position, depth, alpha, beta, me)


def max_value(game, position, depth, alpha, beta, me):
    v = -inf
    for move in game.moves(position):
        v = max(v, value(game, game.play(position, move), depth - 1, alpha, beta, me))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, position, depth, alpha, beta, me):
    v = inf
    for move in game.moves(position):
        v = min(v, value(game, game.play(position, move), depth - 1, alpha, beta, me))
        if v <= beta:
            return v
        beta = min(beta, v)
    return v
