def alpha_beta(game, position, depth):
    player = game.turn(position)
    return value(game, position, depth, float("-inf"), float("inf"), player)

def value(game, pos, depth, alpha, beta, player):
    if game.is_over(pos):
        return game.utility(pos, player)
    if depth == 0:
        return game.evaluate(pos, player)
    if game.turn(pos) == player:
        v = float("-inf")
        for m in game.moves(pos):
            v = max(v, value(game, game.play(pos, m), depth - 1, alpha, beta, player))
            alpha = max(alpha, v)
        return v
    else:
        v = float("inf")
        for m in game.moves(pos):
            v = min(v, value(game, game.play(pos, m), depth - 1, alpha, beta, player))
            beta = min(beta, v)
        return v
