def expectiminimax(game, position, depth):
    me = max(game.turn(position), 0)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if game.turn(p) == -1:  # a roll of the dice costs no depth, so do it first
            return sum(w * value(game.play(p, m), d) for m, w in game.chances(p))
        if d == 0:
            return game.evaluate(p, me)
        values = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(values) if game.turn(p) == me else min(values)

    return value(position, depth)
