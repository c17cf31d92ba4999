def minimax(game, position, depth):
    me = game.turn(position)

    def search(pos, d, maximizingPlayer):
        if game.is_over(pos):
            return game.utility(pos, me)
        if d == 0:
            return game.evaluate(pos, me)
        if maximizingPlayer:
            maxEval = -10**9
            for move in game.moves(pos):
                child = game.play(pos, move)
                eval = search(child, d - 1, game.turn(child) == me)
                maxEval = max(maxEval, eval)
            return maxEval
        else:
            minEval = 10**9
            for move in game.moves(pos):
                child = game.play(pos, move)
                eval = search(child, d - 1, game.turn(child) == me)
                minEval = min(minEval, eval)
            return minEval

    return search(position, depth, True)


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def search(pos, d, alpha, beta, maximizingPlayer):
        if game.is_over(pos):
            return game.utility(pos, me)
        if d == 0:
            return game.evaluate(pos, me)
        if maximizingPlayer:
            maxEval = -10**9
            for move in game.moves(pos):
                child = game.play(pos, move)
                eval = search(child, d - 1, alpha, beta, game.turn(child) == me)
                maxEval = max(maxEval, eval)
                alpha = max(alpha, eval)
                if beta <= alpha:
                    break
            return maxEval
        else:
            minEval = 10**9
            for move in game.moves(pos):
                child = game.play(pos, move)
                eval = search(child, d - 1, alpha, beta, game.turn(child) == me)
                minEval = min(minEval, eval)
                beta = min(beta, eval)
                if beta <= alpha:
                    break
            return minEval

    return search(position, depth, -10**9, 10**9, True)
