INFINITY = float("inf")


def alpha_beta(game, position, depth):
    player = game.turn(position)
    best_move, alpha = None, -INFINITY
    if game.is_over(position):
        return game.utility(position, player), None
    if depth == 0:
        return game.evaluate(position, player), None
    for move in game.moves(position):
        v = value(game, game.play(position, move), depth - 1, alpha, INFINITY, player)
        if v > alpha:
            alpha, best_move = v, move
    return alpha, best_move


def value(game, position, depth, alpha, beta, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    if game.turn(position) == player:
        return max_value(game, position, depth, alpha, beta, player)
    return min_value(game, position, depth, alpha, beta, player)


def max_value(game, position, depth, alpha, beta, player):
    v = -INFINITY
    for move in game.moves(position):
        v = max(v, value(game, game.play(position, move), depth - 1, alpha, beta, player))
        alpha = max(alpha, v)
        if alpha >= beta:
            return INFINITY
    return v


def min_value(game, position, depth, alpha, beta, player):
    v = INFINITY
    for move in game.moves(position):
        v = min(v, value(game, game.play(position, move), depth - 1, alpha, beta, player))
        beta = min(beta, v)
        if alpha >= beta:
            return -INFINITY
    return v
