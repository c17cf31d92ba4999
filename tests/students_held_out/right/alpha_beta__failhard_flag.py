def alpha_beta(game, position, depth, alpha=float("-inf"), beta=float("inf"), me=None):
    if me is None:
        me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    maximizing = game.turn(position) == me
    for move in game.moves(position):
        score = alpha_beta(game, game.play(position, move), depth - 1, alpha, beta, me)
        if maximizing:
            if score >= beta:
                return beta
            alpha = max(alpha, score)
        else:
            if score <= alpha:
                return alpha
            beta = min(beta, score)
    return alpha if maximizing else beta
