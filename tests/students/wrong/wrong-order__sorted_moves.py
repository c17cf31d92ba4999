# move ordering makes alpha-beta much faster, so I sort the moves first

def ordered(game, position):
    return sorted(game.moves(position), key=str, reverse=True)

def alpha_beta(game, position, depth):
    return maxv(game, position, depth, -10**8, 10**8, game.turn(position))

def leaf(game, position, me):
    return game.utility(position, me) if game.is_over(position) else game.evaluate(position, me)

def step(game, position, depth, alpha, beta, me):
    f = maxv if game.turn(position) == me else minv
    return f(game, position, depth, alpha, beta, me)

def maxv(game, position, depth, alpha, beta, me):
    if depth == 0 or game.is_over(position):
        return leaf(game, position, me)
    for move in ordered(game, position):
        alpha = max(alpha, step(game, game.play(position, move), depth - 1, alpha, beta, me))
        if alpha >= beta:
            return beta
    return alpha

def minv(game, position, depth, alpha, beta, me):
    if depth == 0 or game.is_over(position):
        return leaf(game, position, me)
    for move in ordered(game, position):
        beta = min(beta, step(game, game.play(position, move), depth - 1, alpha, beta, me))
        if beta <= alpha:
            return alpha
    return beta
