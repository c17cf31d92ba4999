INF = float('inf')


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def leaf(pos, d):
        return game.is_over(pos) or d == 0

    def worth(pos):
        return game.utility(pos, me) if game.is_over(pos) else game.evaluate(pos, me)

    def visit(pos, d, alpha, beta):
        if leaf(pos, d):
            return worth(pos)
        if game.turn(pos) == me:
            return maxi(pos, d, alpha, beta)
        return mini(pos, d, alpha, beta)

    def maxi(pos, d, alpha, beta):
        best = -INF
        for m in game.moves(pos):
            best = max(best, visit(game.play(pos, m), d - 1, alpha, beta))
            if alpha >= beta:
                break
            alpha = max(alpha, best)
        return best

    def mini(pos, d, alpha, beta):
        best = INF
        for m in game.moves(pos):
            best = min(best, visit(game.play(pos, m), d - 1, alpha, beta))
            if beta <= alpha:
                break
            beta = min(beta, best)
        return best

    return visit(position, depth, -INF, INF)
