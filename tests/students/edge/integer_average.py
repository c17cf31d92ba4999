def expectimax(game, position, depth):
    me = max(game.turn(position), 0)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        if game.turn(p) == -1:
            return sum(w * value(game.play(p, m), d) for m, w in game.chances(p))
        values = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        if game.turn(p) == me:
            return max(values)
        return sum(values) // len(values)

    return value(position, depth)
