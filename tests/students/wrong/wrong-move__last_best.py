def minimax(game, position, depth):
    player = game.turn(position)

    def mm(p, d):
        if game.is_over(p):
            return game.utility(p, player), None
        if d == 0:
            return game.evaluate(p, player), None
        best, best_move = None, None
        for m in game.moves(p):
            v, _ = mm(game.play(p, m), d - 1)
            if best is None:
                best, best_move = v, m
            elif game.turn(p) == player and v >= best:
                best, best_move = v, m
            elif game.turn(p) != player and v <= best:
                best, best_move = v, m
        return best, best_move

    return mm(position, depth)
