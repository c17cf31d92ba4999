def successors(game, position):
    result = []
    for move in game.moves(position):
        result.append((move, game.play(position, move)))
    return result


def is_leaf(game, position, depth):
    return depth == 0 or game.is_over(position)


def score(game, position, player):
    if game.is_over(position):
        return game.utility(position, player)
    return game.evaluate(position, player)


def max_value(game, position, depth, alpha, beta, player):
    if is_leaf(game, position, depth):
        return score(game, position, player), None
    v, best = float("-inf"), None
    for move, child in successors(game, position):
        w, _ = search(game, child, depth - 1, alpha, beta, player)
        if w > v:
            v, best = w, move
        if v >= beta:
            return v, best
        alpha = max(alpha, v)
    return v, best


def min_value(game, position, depth, alpha, beta, player):
    if is_leaf(game, position, depth):
        return score(game, position, player), None
    v, best = float("inf"), None
    for move, child in successors(game, position):
        w, _ = search(game, child, depth - 1, alpha, beta, player)
        if w < v:
            v, best = w, move
        if v <= alpha:
            return v, best
        beta = min(beta, v)
    return v, best


def search(game, position, depth, alpha, beta, player):
    f = max_value if game.turn(position) == player else min_value
    return f(game, position, depth, alpha, beta, player)


def alpha_beta(game, position, depth):
    return search(game, position, depth, float("-inf"), float("inf"), game.turn(position))
