"""Negamax with alpha-beta pruning."""


def alpha_beta(game, position, depth):
    return negamax(game, position, depth, -10000, 10000, game.turn(position), 1)


def negamax(game, position, depth, alpha, beta, player, color):
    if game.is_over(position):
        return color * game.utility(position, player)
    if depth == 0:
        return color * game.evaluate(position, player)
    best = -10000
    for move in game.moves(position):
        child = game.play(position, move)
        if (game.turn(child) == player) == (game.turn(position) == player):
            score = negamax(game, child, depth - 1, alpha, beta, player, color)
        else:
            score = -negamax(game, child, depth - 1, -alpha, -beta, player, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best
