MIN = float("-inf")
MAX = float("inf")

def alpha_beta(game, position, depth):
    return ab(game, position, depth, MIN, MAX, game.turn(position))

def ab(game, pos, depth, alpha, beta, root):
    # returns (value, move)
    if game.is_over(pos):
        return (game.utility(pos, root), None)
    if depth == 0:
        return (game.evaluate(pos, root), None)
    best = None
    for move in game.moves(pos):
        value = ab(game, game.play(pos, move), depth - 1, alpha, beta, root)[0]
        if game.turn(pos) == root:
            if best is None or value > best[0]:
                best = (value, move)
            if best[0] > beta:
                return (MIN, None)   # this branch is useless
            alpha = max(alpha, value)
        else:
            if best is None or value < best[0]:
                best = (value, move)
            if best[0] < alpha:
                return (MAX, None)   # this branch is useless
            beta = min(beta, value)
    return best
