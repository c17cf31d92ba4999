# (value, move), pruning only if alpha > beta
def alpha_beta(game, position, depth):
    who = game.turn(position)

    def f(p, d, lo, hi):
        if game.is_over(p):
            return game.utility(p, who), None
        if d == 0:
            return game.evaluate(p, who), None
        best = None
        for m in game.moves(p):
            v = f(game.play(p, m), d - 1, lo, hi)[0]
            if game.turn(p) == who:
                if best is None or v > best[0]:
                    best = (v, m)
                lo = max(lo, v)
            else:
                if best is None or v < best[0]:
                    best = (v, m)
                hi = min(hi, v)
            if lo > hi:
                return best
        return best

    return f(position, depth, float('-inf'), float('inf'))
