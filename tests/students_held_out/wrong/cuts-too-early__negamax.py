def alpha_beta(game, position, depth):
    me = game.turn(position)
    inf = float("inf")

    def side(pos):
        return 1 if game.turn(pos) == me else -1

    def search(pos, depth, alpha, beta):
        color = side(pos)
        if game.is_over(pos):
            return color * game.utility(pos, me), None
        if depth == 0:
            return color * game.evaluate(pos, me), None
        best, best_move = -inf, None
        for move in game.moves(pos):
            child = game.play(pos, move)
            if side(child) == color:
                v = search(child, depth - 1, alpha, beta)[0]
            else:
                v = -search(child, depth - 1, -beta, -alpha)[0]
            if v > best:
                best, best_move = v, move
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        return best, best_move

    return search(position, depth, -inf, inf)
