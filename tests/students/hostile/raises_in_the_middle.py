def minimax(game, position, depth):
    me = game.turn(position)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        scores = {}
        for m in game.moves(p):
            scores[m] = value(game.play(p, m), d - 1)
        if d == 2:
            return scores["best"]
        return max(scores.values()) if game.turn(p) == me else min(scores.values())

    return value(position, depth)
