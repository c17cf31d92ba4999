# alpha beta with (value, move)
def alpha_beta(game, position, depth):
    root = game.turn(position)
    def visit(p, d, a, b):
        if game.is_over(p): return game.utility(p, root), None
        if d == 0: return game.evaluate(p, root), None
        best, arg = None, None
        for m in game.moves(p):
            v, _ = visit(game.play(p, m), d - 1, a, b)
            if game.turn(p) == root:
                if best is None or v > best: best, arg = v, m
                if best >= a and a != float('-inf'): break
                a = max(a, best)
            else:
                if best is None or v < best: best, arg = v, m
                if best <= a: break
                b = min(b, best)
        return best, arg
    return visit(position, depth, float('-inf'), float('inf'))
