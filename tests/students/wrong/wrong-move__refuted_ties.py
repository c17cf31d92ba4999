from math import inf


def alpha_beta(game, position, depth):
    """Collect the value of every root move, then choose among the best ones."""
    me = game.turn(position)

    def v(p, d, a, b):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        if game.turn(p) == me:
            for m in game.moves(p):
                a = max(a, v(game.play(p, m), d - 1, a, b))
                if a >= b:
                    break
            return a
        for m in game.moves(p):
            b = min(b, v(game.play(p, m), d - 1, a, b))
            if a >= b:
                break
        return max(a, b)

    if game.is_over(position) or depth == 0:
        return v(position, depth, -inf, inf), None
    alpha, values = -inf, {}
    for m in game.moves(position):
        values[m] = v(game.play(position, m), depth - 1, alpha, inf)
        alpha = max(alpha, values[m])
    # any of the best moves will do
    return alpha, [m for m in values if values[m] == alpha][-1]
