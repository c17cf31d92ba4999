def minimax(game, position, depth):
    me = game.turn(position)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        vals = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(vals) if game.turn(p) == me else min(vals)

    for i in range(1_000_000):
        print("DEBUG", i, "searching", position, "to depth", depth)
    return value(position, depth)
