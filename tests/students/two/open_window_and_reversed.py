from math import inf

def alpha_beta(game, position, depth):
    me = game.turn(position)
    def maxi(p, d, a, b):
        best = -inf
        for m in list(game.moves(p))[::-1]:
            best = max(best, val(game.play(p, m), d - 1, a, inf))
            if best >= b: break
            a = max(a, best)
        return best
    def mini(p, d, a, b):
        best = inf
        for m in list(game.moves(p))[::-1]:
            best = min(best, val(game.play(p, m), d - 1, -inf, b))
            if best <= a: break
            b = min(b, best)
        return best
    def val(p, d, a, b):
        if game.is_over(p): return game.utility(p, me)
        if d == 0: return game.evaluate(p, me)
        return maxi(p, d, a, b) if game.turn(p) == me else mini(p, d, a, b)
    return val(position, depth, -inf, inf)
