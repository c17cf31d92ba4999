alpha = 0
beta = 0

def alpha_beta(game, position, depth):
    global alpha, beta
    alpha = -1000000
    beta = 1000000
    return search(game, position, depth, game.turn(position))

def search(game, position, depth, player):
    global alpha, beta
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    if game.turn(position) == player:
        best = -1000000
        for move in game.moves(position):
            best = max(best, search(game, game.play(position, move), depth - 1, player))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    else:
        best = 1000000
        for move in game.moves(position):
            best = min(best, search(game, game.play(position, move), depth - 1, player))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best
