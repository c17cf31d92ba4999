def alpha_beta(game, position, depth):
    me = game.turn(position)

    def search(p, depth, alpha, beta):
        if game.is_over(p):
            return game.utility(p, me)
        if depth == 0:
            return game.evaluate(p, me)
        for move in game.moves(p):
            score = search(game.play(p, move), depth - 1, alpha, beta)
            if game.turn(p) == me:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if alpha >= beta:
                break
        return alpha if game.turn(p) == me else beta

    return search(position, depth, float("-inf"), float("inf"))
