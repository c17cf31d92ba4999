INFTY = 1000000

def minimax(game, position, depth):
    return mm(game, position, depth, game.turn(position))

def mm(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if game.turn(position) == 0:      # MAX
        v = -INFTY
        for move in game.moves(position):
            v = max(v, mm(game, game.play(position, move), depth - 1, me))
        return v
    else:                             # MIN
        v = INFTY
        for move in game.moves(position):
            v = min(v, mm(game, game.play(position, move), depth - 1, me))
        return v
