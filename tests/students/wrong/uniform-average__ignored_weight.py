def expectimax(game, position, depth):
    player = 0 if game.turn(position) == -1 else game.turn(position)
    return expectimax_rec(game, position, depth, player)

def expectimax_rec(game, position, depth, player):
    """returns a tuple (value, move)"""
    if game.is_over(position):
        return (game.utility(position, player), None)
    if depth == 0:
        return (game.evaluate(position, player), None)
    current = game.turn(position)
    if current == player:
        best_value = -1e9
        best_move = None
        for move in game.moves(position):
            v = expectimax_rec(game, game.play(position, move), depth - 1, player)[0]
            if v > best_value + 1e-12:
                best_value = v
                best_move = move
        return (best_value, best_move)
    if current == -1:
        weight = 1.0 / len(game.chances(position))
        expected = 0
        for move, prob in game.chances(position):
            expected += weight * expectimax_rec(game, game.play(position, move), depth, player)[0]
        return (expected, None)
    weight = 1.0 / len(game.moves(position))
    expected = 0
    for move in game.moves(position):
        expected += weight * expectimax_rec(game, game.play(position, move), depth - 1, player)[0]
    return (expected, None)
