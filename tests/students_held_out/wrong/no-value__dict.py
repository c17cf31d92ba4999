def expectimax(game, position, depth):
    me = max(0, game.turn(position))

    def value(pos, d):
        if game.is_over(pos):
            return game.utility(pos, me)
        if d == 0:
            return game.evaluate(pos, me)
        if game.turn(pos) == -1:
            return sum(p * value(game.play(pos, m), d) for m, p in game.chances(pos))
        vals = [value(game.play(pos, m), d - 1) for m in game.moves(pos)]
        return max(vals) if game.turn(pos) == me else sum(vals) / len(vals)

    if game.is_over(position) or depth == 0:
        return {None: value(position, depth)}
    if game.turn(position) == -1:
        return {m: value(game.play(position, m), depth) for m, p in game.chances(position)}
    return {m: value(game.play(position, m), depth - 1) for m in game.moves(position)}
