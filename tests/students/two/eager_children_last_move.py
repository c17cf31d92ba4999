def successors(game, position):
    return [(move, game.play(position, move)) for move in game.moves(position)]


def alpha_beta(game, position, depth):
    player = game.turn(position)

    def search(p, d, alpha, beta):
        if game.is_over(p):
            return game.utility(p, player), None
        if d == 0:
            return game.evaluate(p, player), None
        best, best_move = None, None
        for move, child in successors(game, p):
            v, _ = search(child, d - 1, alpha, beta)
            if game.turn(p) == player:
                if best is None or v >= best:
                    best, best_move = v, move
                alpha = max(alpha, best)
            else:
                if best is None or v <= best:
                    best, best_move = v, move
                beta = min(beta, best)
            if alpha > beta:
                break
        return best, best_move

    return search(position, depth, float("-inf"), float("inf"))
