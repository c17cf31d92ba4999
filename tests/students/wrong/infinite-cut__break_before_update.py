def alpha_beta(game, position, depth):
    player = game.turn(position)

    def search(p, d, alpha, beta):
        if game.is_over(p):
            return game.utility(p, player)
        if d == 0:
            return game.evaluate(p, player)
        if game.turn(p) == player:
            best = float('-inf')
            for m in game.moves(p):
                score = search(game.play(p, m), d - 1, alpha, beta)
                if score >= beta:
                    break  # prune
                if score > best:
                    best = score
                if score > alpha:
                    alpha = score
            return best
        best = float('inf')
        for m in game.moves(p):
            score = search(game.play(p, m), d - 1, alpha, beta)
            if score <= alpha:
                break  # prune
            if score < best:
                best = score
            if score < beta:
                beta = score
        return best

    return search(position, depth, float('-inf'), float('inf'))
