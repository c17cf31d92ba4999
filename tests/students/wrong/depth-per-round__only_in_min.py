INF = float('inf')

def alpha_beta(game, position, depth):
    return max_value(game, position, depth, -INF, INF, game.turn(position))

def max_value(game, position, depth, alpha, beta, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    v = -INF
    for move in game.moves(position):
        child = game.play(position, move)
        if game.turn(child) == player:
            v = max(v, max_value(game, child, depth, alpha, beta, player))
        else:
            v = max(v, min_value(game, child, depth, alpha, beta, player))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, position, depth, alpha, beta, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    v = INF
    for move in game.moves(position):
        child = game.play(position, move)
        if game.turn(child) == player:
            # back to me: one round is over, go one level deeper
            v = min(v, max_value(game, child, depth - 1, alpha, beta, player))
        else:
            v = min(v, min_value(game, child, depth, alpha, beta, player))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
