import math

def alpha_beta(game, position, depth):
    player = game.turn(position)
    if game.is_over(position):
        return game.utility(position, player), None
    return search(game, position, depth, -math.inf, math.inf, player)

def search(game, pos, depth, alpha, beta, player):
    if depth == 0:
        if game.is_over(pos):
            return game.utility(pos, player), None
        return game.evaluate(pos, player), None
    best_value, best_move = 0, None
    first = True
    for move in game.moves(pos):
        v, _ = search(game, game.play(pos, move), depth - 1, alpha, beta, player)
        if first or (v > best_value if game.turn(pos) == player else v < best_value):
            best_value, best_move, first = v, move, False
        if game.turn(pos) == player:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            break
    return best_value, best_move
