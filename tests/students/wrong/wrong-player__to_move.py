def minimax(game, position, depth):
    me = game.turn(position)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, game.turn(p))
        if d == 0:
            return game.evaluate(p, game.turn(p))
        vs = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        if game.turn(p) == me:
            return max(vs)
        else:
            return min(vs)

    return value(position, depth)
