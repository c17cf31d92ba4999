def minimax(game, position, depth):
    me = game.turn(position)
    value = minimax_value(game, position, depth, me)


def minimax_value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    results = []
    for move in game.moves(position):
        results.append(minimax_value(game, game.play(position, move), depth - 1, me))
    if game.turn(position) == me:
        return max(results)
    return min(results)
