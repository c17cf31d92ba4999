def minimax(game, position, depth):
    me = game.turn(position)

    def value(p, d):
        if d == 0:
            if game.is_over(p):
                return game.utility(p, me)
            return game.evaluate(p, me)
        best = float('-inf') if game.turn(p) == me else float('inf')
        for m in game.moves(p):
            v = value(game.play(p, m), d - 1)
            if game.turn(p) == me:
                best = max(best, v)
            else:
                best = min(best, v)
        return best

    return value(position, depth)
