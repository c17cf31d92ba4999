def minimax(game, position, depth):
    player = game.turn(position)
    if game.is_over(position): return game.utility(position, player), None
    if depth == 0: return game.evaluate(position, player), None
    best_val, best_move = None, None
    for move in game.moves(position):
        val = rec(game, game.play(position, move), depth, player)
        if best_val is None or val > best_val:
            best_val, best_move = val, move
    return best_val, best_move

def rec(game, position, depth, player):
    if game.is_over(position): return game.utility(position, player)
    if depth == 0: return game.evaluate(position, player)
    vals = [rec(game, game.play(position, move), depth - 1, player) for move in game.moves(position)]
    return max(vals) if game.turn(position) == player else min(vals)
