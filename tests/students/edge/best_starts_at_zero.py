def minimax(game, position, depth):
    player = game.turn(position)
    return search(game, position, depth, player)

def search(game, position, depth, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    if game.turn(position) == player:
        best = 0
        for move in game.moves(position):
            best = max(best, search(game, game.play(position, move), depth - 1, player))
    else:
        best = 1000
        for move in game.moves(position):
            best = min(best, search(game, game.play(position, move), depth - 1, player))
    return best
