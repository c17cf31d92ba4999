INF = float("inf")


def alpha_beta(game, position, depth):
    me = game.turn(position)
    value = ab(game, position, depth, -INF, INF, me)
    # now find the move that has this value
    if depth > 0 and not game.is_over(position):
        for move in game.moves(position):
            if ab(game, game.play(position, move), depth - 1, -INF, INF, me) == value:
                return value, move
    return value, None


def ab(game, p, d, alpha, beta, me):
    if game.is_over(p):
        return game.utility(p, me)
    if d == 0:
        return game.evaluate(p, me)
    v = -INF if game.turn(p) == me else INF
    for m in game.moves(p):
        w = ab(game, game.play(p, m), d - 1, alpha, beta, me)
        if game.turn(p) == me:
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v
