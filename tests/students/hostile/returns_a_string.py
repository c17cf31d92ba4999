def minimax(game, position, depth):
    me = game.turn(position)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        vals = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(vals) if game.turn(p) == me else min(vals)

    return f"{value(position, depth)}"
