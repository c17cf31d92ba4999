def minimax(game, position, depth):
    me = game.turn(position)
    best_value, best_move = None, None
    if game.is_over(position) or depth == 0:
        return leaf_value(game, position), None
    for move in game.moves(position):
        v = value(game, game.play(position, move), depth - 1, me)
        if best_value is None or v > best_value:
            best_value, best_move = v, move
    return best_value, best_move


def leaf_value(game, position):
    player = game.turn(position)
    if game.is_over(position):
        return game.utility(position, player)
    return game.evaluate(position, player)


def value(game, position, depth, me):
    if game.is_over(position) or depth == 0:
        return leaf_value(game, position)
    values = [value(game, game.play(position, m), depth - 1, me) for m in game.moves(position)]
    if game.turn(position) == me:
        return max(values)
    return min(values)
