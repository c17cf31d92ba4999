def alpha_beta(game, position, depth):
    me = game.turn(position)

    def tries(pos):
        moves = list(game.moves(pos))
        return moves[-1:] + moves[:-1]

    def nm(pos, d, lo, hi):
        s = 1 if game.turn(pos) == me else -1
        if game.is_over(pos):
            return s * game.utility(pos, me)
        if d == 0:
            return s * game.evaluate(pos, me)
        best = float("-inf")
        for m in tries(pos):
            nxt = game.play(pos, m)
            if (game.turn(nxt) == me) == (s == 1):
                v = nm(nxt, d - 1, max(lo, best), hi)
            else:
                v = -nm(nxt, d - 1, -hi, -max(lo, best))
            best = max(best, v)
            if best >= hi:
                break
        return best

    return nm(position, depth, float("-inf"), float("inf"))
