def minimax(game, position, depth):
    me = game.turn(position)
	if game.is_over(position):
        return game.utility(position, me)
    return game.evaluate(position, me)
