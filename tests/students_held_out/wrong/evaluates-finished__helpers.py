def minimax(game, position, depth):
    return _value(game, position, depth, game.turn(position))


def _value(game, position, depth, me):
    if depth == 0 or game.is_over(position):
        return game.evaluate(position, me)
    if game.turn(position) == me:
        return _max(game, position, depth, me)
    return _min(game, position, depth, me)


def _max(game, position, depth, me):
    return max(_value(game, game.play(position, move), depth - 1, me) for move in game.moves(position))


def _min(game, position, depth, me):
    return min(_value(game, game.play(position, move), depth - 1, me) for move in game.moves(position))
