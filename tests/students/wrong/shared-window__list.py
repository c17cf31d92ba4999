def alpha_beta(game, position, depth):
    me = game.turn(position)

    # window[0] is alpha, window[1] is beta
    def go(p, d, window):
        if game.is_over(p): return game.utility(p, me)
        if d == 0: return game.evaluate(p, me)
        i, pick, v = (0, max, float('-inf')) if game.turn(p) == me else (1, min, float('inf'))
        for m in game.moves(p):
            v = pick(v, go(game.play(p, m), d - 1, window))
            window[i] = pick(window[i], v)
            if window[0] >= window[1]: break
        return v

    return go(position, depth, [float('-inf'), float('inf')])
