def alpha_beta(game, position, depth):
    p1 = game.turn(position)

    def rec(node, d, alpha, beta):
        if game.is_over(node): return game.utility(node, p1)
        if d == 0: return game.evaluate(node, p1)
        maxi = game.turn(node) == p1
        val = -9e9 if maxi else 9e9
        for mv in game.moves(node):
            x = rec(game.play(node, mv), d - 1, alpha, beta)
            val = max(val, x) if maxi else min(val, x)
            # pruning
            if alpha >= beta:
                break
            if maxi: alpha = max(alpha, val)
            else: beta = min(beta, val)
        return val

    return rec(position, depth, -9e9, 9e9)
