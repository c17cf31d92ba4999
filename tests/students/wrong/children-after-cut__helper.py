# ---------------------------------------------------------------
# helper functions
# ---------------------------------------------------------------
def get_successors(game, position):
    successors = {}
    for move in game.moves(position):
        successors[move] = game.play(position, move)
    return successors


def is_leaf(game, position, depth):
    return depth == 0 or game.is_over(position)


def leaf_value(game, position, player):
    if game.is_over(position):
        return game.utility(position, player)
    return game.evaluate(position, player)


# ---------------------------------------------------------------
# alpha beta
# ---------------------------------------------------------------
def alpha_beta(game, position, depth):
    return alpha_beta_rec(game, position, depth, float('-inf'), float('inf'), game.turn(position))


def alpha_beta_rec(game, position, depth, alpha, beta, player):
    if is_leaf(game, position, depth):
        return leaf_value(game, position, player), None
    best_move = None
    if game.turn(position) == player:
        best_value = float('-inf')
        for move, successor in get_successors(game, position).items():
            value, _ = alpha_beta_rec(game, successor, depth - 1, alpha, beta, player)
            if value > best_value:
                best_value = value
                best_move = move
            alpha = max(alpha, best_value)
            if alpha > beta:
                break
    else:
        best_value = float('inf')
        for move, successor in get_successors(game, position).items():
            value, _ = alpha_beta_rec(game, successor, depth - 1, alpha, beta, player)
            if value < best_value:
                best_value = value
                best_move = move
            beta = min(beta, best_value)
            if alpha > beta:
                break
    return best_value, best_move
