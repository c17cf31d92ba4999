def alpha_beta(game, position, depth):
    me = game.turn(position)

    def value(p, d, a, b):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        if game.turn(p) == me:
            v = float('-inf')
            for m in reversed(list(game.moves(p))):
                v = max(v, value(game.play(p, m), d - 1, a, b))
                a = max(a, v)
                if a >= b:
                    break
        else:
            v = float('inf')
            for m in reversed(list(game.moves(p))):
                v = min(v, value(game.play(p, m), d - 1, a, b))
                b = min(b, v)
                if a >= b:
                    break
        return v

    return value(position, depth, float('-inf'), float('inf'))
