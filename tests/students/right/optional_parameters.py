def alpha_beta(game, position, depth, alpha=float("-inf"), beta=float("inf"), player=None):
    if player is None:  # the first call
        player = game.turn(position)
    if game.is_over(position):
        return game.utility(position, player), None
    if depth == 0:
        return game.evaluate(position, player), None

    best_move = None
    if game.turn(position) == player:
        for move in game.moves(position):
            value, _ = alpha_beta(game, game.play(position, move), depth - 1, alpha, beta, player)
            if value > alpha:
                alpha, best_move = value, move
            if alpha >= beta:
                break
        return alpha, best_move
    for move in game.moves(position):
        value, _ = alpha_beta(game, game.play(position, move), depth - 1, alpha, beta, player)
        if value < beta:
            beta, best_move = value, move
        if alpha >= beta:
            break
    return beta, best_move
