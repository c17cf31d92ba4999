def expectiminimax(game, position, depth):
    me = game.turn(position)
    if me == -1:
        me = 0
    return value(game, position, depth, me)


def value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    turn = game.turn(position)
    if turn == -1:
        return chance_value(game, position, depth, me)
    elif turn == me:
        return max_value(game, position, depth, me)
    else:
        return min_value(game, position, depth, me)


def max_value(game, position, depth, me):
    best = float("-inf")
    for move in game.moves(position):
        best = max(best, value(game, game.play(position, move), depth - 1, me))
    return best


def min_value(game, position, depth, me):
    best = float("inf")
    for move in game.moves(position):
        best = min(best, value(game, game.play(position, move), depth - 1, me))
    return best


def chance_value(game, position, depth, me):
    total = 0
    outcomes = game.chances(position)
    for move, probability in outcomes:
        total += value(game, game.play(position, move), depth, me)
    return total / len(outcomes)
