from math import inf


def alpha_beta(game, position, depth):
    me = game.turn(position)
    seen = {}

    def search(p, d, alpha, beta):
        if (p, d) in seen:
            return seen[p, d]
        if game.is_over(p):
            v = game.utility(p, me)
        elif d == 0:
            v = game.evaluate(p, me)
        elif game.turn(p) == me:
            v = -inf
            for m in game.moves(p):
                v = max(v, search(game.play(p, m), d - 1, alpha, beta))
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
        else:
            v = inf
            for m in game.moves(p):
                v = min(v, search(game.play(p, m), d - 1, alpha, beta))
                beta = min(beta, v)
                if alpha >= beta:
                    break
        seen[p, d] = v
        return v

    return search(position, depth, -inf, inf)
