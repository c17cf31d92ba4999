def expectimax(game, position, depth):
    me = game.turn(position)
    if me == -1:
        me = 0

    def value(pos, d):
        if game.is_over(pos):
            return game.utility(pos, me)
        if d == 0:
            return game.evaluate(pos, me)
        turn = game.turn(pos)
        if turn == -1:
            return sum(p * value(game.play(pos, m), d) for m, p in game.chances(pos))
        vals = [value(game.play(pos, m), d - 1) for m in game.moves(pos)]
        return max(vals) if turn == me else sum(vals) / len(vals)

    def quick(pos):
        return game.utility(pos, me) if game.is_over(pos) else game.evaluate(pos, me)

    v = value(position, depth)
    if game.is_over(position) or depth == 0 or game.turn(position) != me:
        return v, None
    move = max(game.moves(position), key=lambda m: quick(game.play(position, m)))
    return v, move
