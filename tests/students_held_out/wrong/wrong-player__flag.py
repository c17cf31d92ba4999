def alpha_beta(game, position, depth):
    return ab(game, position, depth, float("-inf"), float("inf"), True, game.turn(position))


def ab(game, position, depth, alpha, beta, maximizing, player):
    if game.is_over(position):
        return game.utility(position, 0)
    if depth == 0:
        return game.evaluate(position, 0)
    value = float("-inf") if maximizing else float("inf")
    for move in game.moves(position):
        child = game.play(position, move)
        score = ab(game, child, depth - 1, alpha, beta, game.turn(child) == player, player)
        if maximizing:
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        if beta <= alpha:
            break
    return value
