def deciding_player(game, position):
    t = game.turn(position)
    if t == -1:
        return 0
    return t


def expectimax(game, position, depth):
    player = deciding_player(game, position)
    return expectimax_value(game, position, depth, player)


def expectimax_value(game, position, depth, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    t = game.turn(position)
    if t == -1:
        # dice: weighted by the probabilities, the depth stays
        total = 0
        for outcome, probability in game.chances(position):
            total += probability * expectimax_value(game, game.play(position, outcome), depth, player)
        return total
    elif t == player:
        best = float("-inf")
        for move in game.moves(position):
            best = max(best, expectimax_value(game, game.play(position, move), depth - 1, player))
        return best
    else:
        total = 0
        count = 0
        for move in game.moves(position):
            total += expectimax_value(game, game.play(position, move), depth - 1, player)
            count += 1
        return total / count


def expectiminimax(game, position, depth):
    player = deciding_player(game, position)
    return expectiminimax_value(game, position, depth, player)


def expectiminimax_value(game, position, depth, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    t = game.turn(position)
    if t == -1:
        total = 0
        for outcome, probability in game.chances(position):
            total += probability * expectiminimax_value(game, game.play(position, outcome), depth, player)
        return total
    elif t == player:
        best = float("-inf")
        for move in game.moves(position):
            best = max(best, expectiminimax_value(game, game.play(position, move), depth - 1, player))
        return best
    else:
        worst = float("inf")
        for move in game.moves(position):
            worst = min(worst, expectiminimax_value(game, game.play(position, move), depth - 1, player))
        return worst
