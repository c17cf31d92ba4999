ALPHA, BETA = 0, 1


def alpha_beta(game, position, depth):
    window = [float("-inf"), float("inf")]
    return _max(game, position, depth, window, game.turn(position))


def _leaf(game, position, depth, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)


def _next(game, position, depth, window, player):
    if game.turn(position) == player:
        return _max(game, position, depth, window, player)
    return _min(game, position, depth, window, player)


def _max(game, position, depth, window, player):
    leaf = _leaf(game, position, depth, player)
    if leaf is not None:
        return leaf
    v = float("-inf")
    for move in game.moves(position):
        v = max(v, _next(game, game.play(position, move), depth - 1, window, player))
        window[ALPHA] = max(window[ALPHA], v)
        if window[ALPHA] > window[BETA]:
            return v
    return v


def _min(game, position, depth, window, player):
    leaf = _leaf(game, position, depth, player)
    if leaf is not None:
        return leaf
    v = float("inf")
    for move in game.moves(position):
        v = min(v, _next(game, game.play(position, move), depth - 1, window, player))
        window[BETA] = min(window[BETA], v)
        if window[ALPHA] > window[BETA]:
            return v
    return v
