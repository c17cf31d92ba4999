# alpha-beta, fail-hard version: the result is always inside [alpha, beta]

def alphaBetaMax(game, pos, alpha, beta, depthleft, me):
    if game.is_over(pos):
        return game.utility(pos, me)
    if depthleft == 0:
        return game.evaluate(pos, me)
    for m in game.moves(pos):
        score = dispatch(game, game.play(pos, m), alpha, beta, depthleft - 1, me)
        if score >= beta:
            return beta   # fail hard beta-cutoff
        if score > alpha:
            alpha = score # alpha acts like max in MiniMax
    return alpha

def alphaBetaMin(game, pos, alpha, beta, depthleft, me):
    if game.is_over(pos):
        return game.utility(pos, me)
    if depthleft == 0:
        return game.evaluate(pos, me)
    for m in game.moves(pos):
        score = dispatch(game, game.play(pos, m), alpha, beta, depthleft - 1, me)
        if score <= alpha:
            return alpha  # fail hard alpha-cutoff
        if score < beta:
            beta = score  # beta acts like min in MiniMax
    return beta

def dispatch(game, pos, alpha, beta, depthleft, me):
    if game.turn(pos) == me:
        return alphaBetaMax(game, pos, alpha, beta, depthleft, me)
    return alphaBetaMin(game, pos, alpha, beta, depthleft, me)

def alpha_beta(game, position, depth):
    return alphaBetaMax(game, position, float('-inf'), float('inf'), depth, game.turn(position))
