def alpha_beta(game, position, depth):
    return search(game, position, depth, game.turn(position))


def search(game, position, depth, me, alpha=float("-inf"), beta=float("inf")):
    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    best_move = None
    if game.turn(position) == me:
        value = float("-inf")
        for move in game.moves(position):
            new, _ = search(game, game.play(position, move), depth - 1, me)
            if new > value:
                value, best_move = new, move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = float("inf")
        for move in game.moves(position):
            new, _ = search(game, game.play(position, move), depth - 1, me)
            if new < value:
                value, best_move = new, move
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, best_move
