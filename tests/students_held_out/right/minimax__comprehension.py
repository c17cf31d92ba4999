def minimax(game, position, depth):
    me = game.turn(position)

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        return (max if game.turn(p) == me else min)(value(game.play(p, m), d - 1) for m in game.moves(p))

    if depth == 0 or game.is_over(position):
        return value(position, depth), None
    scored = [(value(game.play(position, m), depth - 1), m) for m in game.moves(position)]
    return max(scored, key=lambda pair: pair[0])
