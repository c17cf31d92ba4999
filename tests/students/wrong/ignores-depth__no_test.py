import math


def alpha_beta(game, position, depth):
    """Alpha-beta search (AIMA figure 5.7)."""
    player = game.turn(position)

    def value(state, alpha, beta):
        if game.is_over(state):
            return game.utility(state, player)
        v, better = (-math.inf, max) if game.turn(state) == player else (math.inf, min)
        for a in game.moves(state):
            v = better(v, value(game.play(state, a), alpha, beta))
            if better is max:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                return v
        return v

    return value(position, -math.inf, math.inf)
