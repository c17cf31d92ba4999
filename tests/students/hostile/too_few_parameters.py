def minimax(game, position):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    return max(game.evaluate(game.play(position, m), me) for m in game.moves(position))
