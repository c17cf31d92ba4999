def minimax(game, position, depth):
    me = game.turn(position)
    return helper(game, position, depth, me)

def helper(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if game.turn(position) == me:
        best = -float('inf')
        for move in game.moves(position):
            best = max(best, helper(game, game.play(position, move), depth, me))
        return best
    best = float('inf')
    for move in game.moves(position):
        best = min(best, helper(game, game.play(position, move), depth, me))
    return best
