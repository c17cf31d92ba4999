INFINITY = float("inf")

def expectiminimax(game, position, depth):
    player = game.turn(position)
    if player == -1:
        player = 0
    return node_value(game, position, depth, player)

def node_value(game, position, depth, player):
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    if game.turn(position) == player:
        return max_node(game, position, depth, player)
    if game.turn(position) == -1:
        return chance_node(game, position, depth, player)
    return min_node(game, position, depth, player)

def max_node(game, position, depth, player):
    v = -INFINITY
    for move in game.moves(position):
        v = max(v, node_value(game, game.play(position, move), depth - 1, player))
    return v

def min_node(game, position, depth, player):
    v = INFINITY
    for move in game.moves(position):
        v = min(v, node_value(game, game.play(position, move), depth - 1, player))
    return v

def chance_node(game, position, depth, player):
    # worst case
    v = INFINITY
    for move, probability in game.chances(position):
        v = min(v, node_value(game, game.play(position, move), depth, player))
    return v
