def expectiminimax(game, position, depth):
    me = game.turn(position)
    if me < 0:
        me = 0

    def visit(p):
        if game.is_over(p):
            return game.utility(p, me)
        if game.turn(p) < 0:
            return min(visit(game.play(p, m)) for m, _ in game.chances(p))
        best = max if game.turn(p) == me else min
        return best(visit(game.play(p, m)) for m in game.moves(p))

    return visit(position)
