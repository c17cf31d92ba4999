def minimax(game, position, depth)
    if game.is_over(position):
        return game.utility(position, game.turn(position))
    return 0
