from math import inf


def alpha_beta(game, position, depth):
    me = game.turn(position)
    is_mine = lambda p: game.turn(p) == me

    def nega(p, d, a, b):
        s = 1 if is_mine(p) else -1
        if game.is_over(p):
            return s * game.utility(p, me)
        if d == 0:
            return s * game.evaluate(p, me)
        best = -inf
        for m in game.moves(p):
            q = game.play(p, m)
            v = nega(q, d - 1, a, b) if is_mine(q) == is_mine(p) else -nega(q, d - 1, -b, -a)
            best = max(best, v)
            if best > b:
                return best
            a = max(a, best)
        return best

    return nega(position, depth, -inf, inf)
