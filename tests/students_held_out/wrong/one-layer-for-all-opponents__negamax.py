def alpha_beta(game, position, depth):
    root = game.turn(position)

    def negamax(p, d, alpha, beta, color):
        if game.is_over(p):
            return color * game.utility(p, root), None
        if d == 0:
            return color * game.evaluate(p, root), None
        best, choice = float("-inf"), None
        for m in game.moves(p):
            score = -negamax(game.play(p, m), d - 1, -beta, -alpha, -color)[0]
            if score > best:
                best, choice = score, m
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best, choice

    return negamax(position, depth, float("-inf"), float("inf"), 1)
