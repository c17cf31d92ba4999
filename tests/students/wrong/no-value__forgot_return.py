def minimax(game, position, depth):
    player = game.turn(position)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, player)
        if d == 0:
            return game.evaluate(p, player)
        children = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(children) if game.turn(p) == player else min(children)

    value(position, depth)
