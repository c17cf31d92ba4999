INF = float("inf")


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def colour(pos):
        return 1 if game.turn(pos) == me else -1

    def negamax(pos, depth, alpha, beta):
        c = colour(pos)
        if game.is_over(pos):
            return c * game.utility(pos, me), None
        if depth == 0:
            return c * game.evaluate(pos, me), None
        best, best_move = -INF, None
        for move in game.moves(pos):
            child = game.play(pos, move)
            if colour(child) == c:
                v = negamax(child, depth - 1, alpha, beta)[0]
            else:
                v = -negamax(child, depth - 1, -beta, -alpha)[0]
            if v > best:
                best, best_move = v, move
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return best, best_move

    return negamax(position, depth, -INF, INF)
