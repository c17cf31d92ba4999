# like in the pacman project: depth goes down after the last player of the round
def minimax(game, position, depth):
    me = game.turn(position)
    last = (me - 1) % game.players

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        new_d = d - 1 if game.turn(p) == last else d
        vals = [value(game.play(p, m), new_d) for m in game.moves(p)]
        return max(vals) if game.turn(p) == me else min(vals)

    return value(position, depth)
