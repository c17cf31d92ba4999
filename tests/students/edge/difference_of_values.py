def minimax(game, position, depth):
    me = game.turn(position)

    def advantage(f, p):
        return f(p, me) - max(f(p, other) for other in range(game.players) if other != me)

    def value(p, d):
        if game.is_over(p):
            return advantage(game.utility, p)
        if d == 0:
            return advantage(game.evaluate, p)
        values = [value(game.play(p, m), d - 1) for m in game.moves(p)]
        return max(values) if game.turn(p) == me else min(values)

    return value(position, depth)
