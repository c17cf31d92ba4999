def minimax(game, position, depth):
    player = game.turn(position)
    if game.turn(position) == player:
        return maxValue(game, position, depth, player)


def cutoff(game, position, depth):
    return game.is_over(position) or depth <= 1


def leaf(game, position, player):
    if game.is_over(position):
        return game.utility(position, player)
    return game.evaluate(position, player)


def maxValue(game, position, depth, player):
    if cutoff(game, position, depth):
        return leaf(game, position, player)
    values = []
    for move in game.moves(position):
        child = game.play(position, move)
        if game.turn(child) == player:
            values.append(maxValue(game, child, depth - 1, player))
        else:
            values.append(minValue(game, child, depth - 1, player))
    return max(values)


def minValue(game, position, depth, player):
    if cutoff(game, position, depth):
        return leaf(game, position, player)
    values = []
    for move in game.moves(position):
        child = game.play(position, move)
        if game.turn(child) == player:
            values.append(maxValue(game, child, depth - 1, player))
        else:
            values.append(minValue(game, child, depth - 1, player))
    return min(values)
