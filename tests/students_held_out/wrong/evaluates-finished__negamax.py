import math


def alpha_beta(game, position, depth):
    me = game.turn(position)
    sign = lambda p: 1 if game.turn(p) == me else -1

    def nega(p, d, a, b):
        s = sign(p)
        if d == 0:
            return s * game.evaluate(p, me), None
        if game.is_over(p):
            return s * game.utility(p, me), None
        best, choice = -math.inf, None
        for m in game.moves(p):
            q = game.play(p, m)
            if sign(q) == s:
                v, _ = nega(q, d - 1, a, b)
            else:
                v, _ = nega(q, d - 1, -b, -a)
                v = -v
            if v > best:
                best, choice = v, m
            a = max(a, best)
            if a >= b:
                break
        return best, choice

    return nega(position, depth, -math.inf, math.inf)
