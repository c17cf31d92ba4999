from math import inf

# alpha-beta the negamax way: alpha_beta(child) = -negamax(child, -beta, -alpha)
# (only when the other side is to move in the child; otherwise the window stays as it is)


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def mine(p):
        return game.turn(p) == me

    def negamax(p, d, alpha, beta):
        sign = 1 if mine(p) else -1
        if game.is_over(p):
            return sign * game.utility(p, me)
        if d == 0:
            return sign * game.evaluate(p, me)
        best = -inf
        for m in game.moves(p):
            q = game.play(p, m)
            if mine(q) == mine(p):
                score = negamax(q, d - 1, alpha, beta)
            else:
                score = -negamax(q, d - 1, -beta, -alpha)
            if score > best:
                best = score
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        return best

    return negamax(position, depth, -inf, inf)
