def expectimax(game, position, depth):
    me = game.turn(position)
    if me == -1:
        me = 0
    if game.is_over(position) or depth == 0 or game.turn(position) == -1:
        return value(game, position, depth, me), None
    best, best_move = float("-inf"), None
    for move in game.moves(position):
        v = value(game, game.play(position, move), depth - 1, me)
        if v > best:
            best, best_move = v, move
    return best, best_move


def value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    turn = game.turn(position)
    if turn == me:
        return max_value(game, position, depth, me)
    if turn == -1:
        return nature_value(game, position, depth, me)
    return random_value(game, position, depth, me)


def max_value(game, position, depth, me):
    return max([value(game, game.play(position, m), depth - 1, me) for m in game.moves(position)])


def random_value(game, position, depth, me):
    vals = [value(game, game.play(position, m), depth - 1, me) for m in game.moves(position)]
    return sum(vals) / len(vals)


def nature_value(game, position, depth, me):
    total = 0.0
    for move, prob in game.chances(position):
        total += prob * value(game, game.play(position, move), depth, me)
    return total
