import math


def ordered(moves):
    return list(moves)[::-1]


def alpha_beta(game, position, depth):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    best, alpha = None, -math.inf
    for move in game.moves(position):
        v = value(game, game.play(position, move), depth - 1, alpha, math.inf, me)
        if v > alpha:
            alpha, best = v, move
    return alpha, best


def value(game, pos, depth, alpha, beta, me):
    if game.is_over(pos):
        return game.utility(pos, me)
    if depth == 0:
        return game.evaluate(pos, me)
    if game.turn(pos) == me:
        v = -math.inf
        for move in ordered(game.moves(pos)):
            v = max(v, value(game, game.play(pos, move), depth - 1, alpha, beta, me))
            if v >= beta:
                return v
            alpha = max(alpha, v)
    else:
        v = math.inf
        for move in ordered(game.moves(pos)):
            v = min(v, value(game, game.play(pos, move), depth - 1, alpha, beta, me))
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v
