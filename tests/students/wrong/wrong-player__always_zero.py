MAX_PLAYER = 0
INF = float("inf")


def alpha_beta(game, position, depth):
    root = game.turn(position)
    return alpha_beta_value(game, position, depth, -INF, INF, root)


def alpha_beta_value(game, position, depth, alpha, beta, root):
    if game.is_over(position):
        return game.utility(position, MAX_PLAYER)
    if depth == 0:
        return game.evaluate(position, MAX_PLAYER)
    if game.turn(position) == root:
        best = -INF
        for move in game.moves(position):
            best = max(best, alpha_beta_value(game, game.play(position, move), depth - 1, alpha, beta, root))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = INF
    for move in game.moves(position):
        best = min(best, alpha_beta_value(game, game.play(position, move), depth - 1, alpha, beta, root))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best
