def minimax(game, position, depth):
    return max_value(game, position, depth, game.turn(position))


def max_value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    best = -float("inf")
    for move in game.moves(position):
        best = max(best, min_value(game, game.play(position, move), depth - 1, me))
    return best


def min_value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    best = float("inf")
    for move in game.moves(position):
        best = min(best, max_value(game, game.play(position, move), depth - 1, me))
    return best
