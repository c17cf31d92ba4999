def minimax(game, position, depth):
    return _minimax(game, position, depth, True, game.turn(position))


def _minimax(game, position, depth, maximizingPlayer, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if maximizingPlayer:
        value = float("-inf")
        for move in game.moves(position):
            value = max(value, _minimax(game, game.play(position, move), depth - 1, False, me))
        return value
    else:
        value = float("inf")
        for move in game.moves(position):
            value = min(value, _minimax(game, game.play(position, move), depth - 1, True, me))
        return value
