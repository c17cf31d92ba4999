def alpha_beta(game, position, depth, alpha, beta):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    for move in game.moves(position):
        alpha = max(alpha, -alpha_beta(game, game.play(position, move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
