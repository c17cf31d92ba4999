import math


def alpha_beta(game, position, depth):
    me = game.turn(position)
    return visit(game, position, depth, me, -math.inf, math.inf)


def visit(game, position, depth, me, alpha, beta):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if game.turn(position) == me:
        return max_layer(game, position, depth, me, beta)
    else:
        return min_layer(game, position, depth, me, alpha)


def max_layer(game, position, depth, me, beta):
    best = -math.inf
    for move in game.moves(position):
        child = game.play(position, move)
        best = max(best, visit(game, child, depth - 1, me, best, math.inf))
        if best >= beta:
            return best
    return best


def min_layer(game, position, depth, me, alpha):
    best = math.inf
    for move in game.moves(position):
        child = game.play(position, move)
        best = min(best, visit(game, child, depth - 1, me, -math.inf, best))
        if best <= alpha:
            return best
    return best
