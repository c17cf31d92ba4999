# Minimax, 5th attempt
def minimax(game, position, depth):
    me = game.turn(position)
    return value(game, position, depth, me)

def value(game, position, depth, me):
    if depth == -1 or game.is_over(position):
        return game.evaluate(position, me)
    l = []
    for move in game.moves(position):
        l.append(value(game, game.play(position, move), depth - 1, me))
    if game.turn(position) == me:
        return max(l)
    else:
        return min(l)
