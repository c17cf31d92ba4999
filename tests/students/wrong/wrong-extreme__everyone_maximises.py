def minimax(game, position, depth):
    player = game.turn(position)

    def best(pos, d):
        if game.is_over(pos):
            return game.utility(pos, player)
        if d == 0:
            return game.evaluate(pos, player)
        # everybody plays the best move
        return max(best(game.play(pos, m), d - 1) for m in game.moves(pos))

    return best(position, depth)
