def expectiminimax(game, position, depth):
    me = game.turn(position)
    if me == -1:
        me = 0

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        if game.turn(p) == -1:
            vals = [value(game.play(p, m), d) for m, _ in game.chances(p)]
            return sum(vals) / len(vals)
        vals = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(vals) if game.turn(p) == me else min(vals)

    return value(position, depth)
