from math import inf

def alpha_beta(game, position, depth):
    player = game.turn(position)
    if game.is_over(position):
        return game.utility(position, player), None
    if depth == 0:
        return game.evaluate(position, player), None
    # evaluate every move, then take the best one
    values = []
    moves = list(game.moves(position))
    for move in moves:
        values.append(search(game, game.play(position, move), depth - 1, -inf, inf, player))
    best = max(values)
    return best, moves[values.index(best)]

def search(game, position, depth, alpha, beta, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    if game.turn(position) == player:
        v = -inf
        for move in game.moves(position):
            v = max(v, search(game, game.play(position, move), depth - 1, alpha, beta, player))
            if v > beta:
                return v
            alpha = max(alpha, v)
    else:
        v = inf
        for move in game.moves(position):
            v = min(v, search(game, game.play(position, move), depth - 1, alpha, beta, player))
            if v < alpha:
                return v
            beta = min(beta, v)
    return v
