import math


def alpha_beta(game, position, depth):
    me = game.turn(position)
    return value(game, position, depth, -math.inf, math.inf, me)


def value(game, position, depth, alpha, beta, me):
    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    if game.turn(position) == me:
        return max_value(game, position, depth, alpha, beta, me)
    return min_value(game, position, depth, alpha, beta, me)


def max_value(game, position, depth, alpha, beta, me):
    v, best = -math.inf, None
    for move in game.moves(position):
        w, _ = value(game, game.play(position, move), depth - 1, alpha, beta, me)
        if w > v:
            v, best = w, move
        if v >= beta:
            return v, best
        alpha = max(alpha, v)
    return v, best


def min_value(game, position, depth, alpha, beta, me):
    v, best = math.inf, None
    for move in game.moves(position):
        w, _ = value(game, game.play(position, move), depth - 1, alpha, beta, me)
        if w < v:
            v, best = w, move
        if v <= alpha:
            return v, best
        beta = min(beta, v)
    return v, best
