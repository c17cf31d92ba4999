def expectimax(game, position, depth):
    me = game.turn(position)
    if me == -1:
        me = 0

    def exp_value(pos, d):
        return sum(p * value(game.play(pos, m), d) for m, p in game.chances(pos))

    def max_value(pos, d):
        return max(value(game.play(pos, m), d - 1) for m in game.moves(pos))

    def opponent_value(pos, d):
        return min(value(game.play(pos, m), d - 1) for m in game.moves(pos))

    def value(pos, d):
        if game.is_over(pos):
            return game.utility(pos, me)
        if d == 0:
            return game.evaluate(pos, me)
        return {me: max_value, -1: exp_value}.get(game.turn(pos), opponent_value)(pos, d)

    return value(position, depth)
