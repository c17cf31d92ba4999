def minimax(game, position, depth):
    me = game.turn(position)
    return max_value(game, position, depth, me)


def terminal_value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    return None


def dispatch(game, position, depth, me):
    if game.turn(position) == me:
        return max_value(game, position, depth, me)
    else:
        return min_value(game, position, depth, me)


def max_value(game, position, depth, me):
    t = terminal_value(game, position, depth, me)
    if t is not None:
        return t
    best = None
    for move in game.moves(position):
        v = dispatch(game, game.play(position, move), depth - 1, me)
        if best is None or v > best:
            best = v
    return best


def min_value(game, position, depth, me):
    t = terminal_value(game, position, depth, me)
    if t is not None:
        return t
    best = None
    for move in game.moves(position):
        v = dispatch(game, game.play(position, move), depth - 1, me)
        if best is None or v > best:
            best = v
    return best
