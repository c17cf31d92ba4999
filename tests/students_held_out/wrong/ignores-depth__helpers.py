import math

# Russell & Norvig, figure 5.3


def minimax(game, position, depth):
    player = game.turn(position)
    if game.is_over(position):
        return game.utility(position, player), None
    best, best_move = -math.inf, None
    for a in game.moves(position):
        v = value(game, game.play(position, a), player)
        if v > best:
            best, best_move = v, a
    return best, best_move


def value(game, state, player):
    if game.is_over(state):
        return game.utility(state, player)
    if game.turn(state) == player:
        return max_value(game, state, player)
    return min_value(game, state, player)


def max_value(game, state, player):
    v = -math.inf
    for a in game.moves(state):
        v = max(v, value(game, game.play(state, a), player))
    return v


def min_value(game, state, player):
    v = math.inf
    for a in game.moves(state):
        v = min(v, value(game, game.play(state, a), player))
    return v
