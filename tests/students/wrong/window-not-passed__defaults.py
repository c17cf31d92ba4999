def alpha_beta(game, position, depth, alpha=float('-inf'), beta=float('inf'), me=None):
    me = game.turn(position) if me is None else me
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if game.turn(position) == me:
        value = float('-inf')
        for move in game.moves(position):
            value = max(value, alpha_beta(game, game.play(position, move), depth - 1, me=me))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = float('inf')
        for move in game.moves(position):
            value = min(value, alpha_beta(game, game.play(position, move), depth - 1, me=me))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value
