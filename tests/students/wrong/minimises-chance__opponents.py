def expectimax(game, position, depth):
    me = max(0, game.turn(position))

    def V(p, d):
        if game.is_over(p): return game.utility(p, me)
        if d == 0: return game.evaluate(p, me)
        if game.turn(p) == -1:
            return sum(pr * V(game.play(p, m), d) for m, pr in game.chances(p))
        if game.turn(p) == me:
            return max(V(game.play(p, m), d - 1) for m in game.moves(p))
        return min(V(game.play(p, m), d - 1) for m in game.moves(p))

    return V(position, depth)
