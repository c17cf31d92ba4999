def minimax(game, position, depth):
    me = game.turn(position)
    return value(game, position, depth, me)


def value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    # forgot to play the move
    results = [value(game, position, depth, me) for m in game.moves(position)]
    return max(results) if game.turn(position) == me else min(results)
