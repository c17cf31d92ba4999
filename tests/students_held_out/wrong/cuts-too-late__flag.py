def alpha_beta(game, position, depth, alpha=float("-inf"), beta=float("inf"), maximize=True, me=None):
    if me is None:
        me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    best = float("-inf") if maximize else float("inf")
    for move in game.moves(position):
        child = game.play(position, move)
        val = alpha_beta(game, child, depth - 1, alpha, beta, game.turn(child) == me, me)
        if maximize:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best
