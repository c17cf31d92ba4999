# Homework 2 - Adversarial search
# Follows the pseudocode from the lecture slides (MAX-VALUE / MIN-VALUE).

INFINITY = float("inf")


def minimax(game, position, depth):
    player = game.turn(position)
    return minimax_value(game, position, depth, player)


def minimax_value(game, state, depth, player):
    # terminal test
    if game.is_over(state):
        return game.utility(state, player)
    # cutoff test
    if depth == 0:
        return game.evaluate(state, player)
    if game.turn(state) == player:
        return max_value(game, state, depth, player)
    else:
        return min_value(game, state, depth, player)


def max_value(game, state, depth, player):
    v = -INFINITY
    for a in game.moves(state):
        v = max(v, minimax_value(game, game.play(state, a), depth - 1, player))
    return v


def min_value(game, state, depth, player):
    v = INFINITY
    for a in game.moves(state):
        v = min(v, minimax_value(game, game.play(state, a), depth - 1, player))
    return v


def alpha_beta(game, position, depth):
    player = game.turn(position)
    return ab_value(game, position, depth, player, -INFINITY, INFINITY)


def ab_value(game, state, depth, player, alpha, beta):
    if game.is_over(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    if game.turn(state) == player:
        return ab_max(game, state, depth, player, alpha, beta)
    else:
        return ab_min(game, state, depth, player, alpha, beta)


def ab_max(game, state, depth, player, alpha, beta):
    v = -INFINITY
    for a in game.moves(state):
        v = max(v, ab_value(game, game.play(state, a), depth - 1, player, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def ab_min(game, state, depth, player, alpha, beta):
    v = INFINITY
    for a in game.moves(state):
        v = min(v, ab_value(game, game.play(state, a), depth - 1, player, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
