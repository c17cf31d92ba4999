def alpha_beta(game, position, depth):
    # "do not prune on equality", as in the project description
    root = game.turn(position)
    best_action = None
    best_score = float('-inf')
    alpha = float('-inf')
    beta = float('inf')
    if game.is_over(position):
        return game.utility(position, root), None
    if depth == 0:
        return game.evaluate(position, root), None
    for action in game.moves(position):
        score = value(game, game.play(position, action), depth - 1, alpha, beta, root)
        if score > best_score:
            best_score = score
            best_action = action
        alpha = max(alpha, best_score)
    return best_score, best_action


def value(game, s, d, a, b, root):
    if game.is_over(s): return game.utility(s, root)
    if d == 0: return game.evaluate(s, root)
    if game.turn(s) == root: return maxValue(game, s, d, a, b, root)
    return minValue(game, s, d, a, b, root)


def maxValue(game, s, d, a, b, root):
    v = float('-inf')
    for action in game.moves(s):
        v = max(v, value(game, game.play(s, action), d - 1, a, b, root))
        if v > b: return v
        a = max(a, v)
    return v


def minValue(game, s, d, a, b, root):
    v = float('inf')
    for action in game.moves(s):
        v = min(v, value(game, game.play(s, action), d - 1, a, b, root))
        if v < a: return v
        b = min(b, v)
    return v
