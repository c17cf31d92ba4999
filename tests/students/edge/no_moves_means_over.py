def minimax(game, position, depth):
    me = game.turn(position)

    def value(p, d):
        moves = list(game.moves(p))
        if not moves:
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        values = [value(game.play(p, m), d - 1) for m in moves]
        return max(values) if game.turn(p) == me else min(values)

    return value(position, depth)
