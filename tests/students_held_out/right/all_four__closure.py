from math import inf


def make(game, position, others, prune):
    me = max(game.turn(position), 0)

    def search(pos, d, lo, hi):
        if game.is_over(pos):
            return game.utility(pos, me), None
        if d == 0:
            return game.evaluate(pos, me), None
        t = game.turn(pos)
        if t == -1:
            return sum(p * search(game.play(pos, m), d, -inf, inf)[0] for m, p in game.chances(pos)), None
        if t != me and others == "random":
            ms = list(game.moves(pos))
            return sum(search(game.play(pos, m), d - 1, -inf, inf)[0] for m in ms) / len(ms), None
        best, arg = (-inf if t == me else inf), None
        for m in game.moves(pos):
            v = search(game.play(pos, m), d - 1, lo, hi)[0]
            if t == me and v > best:
                best, arg = v, m
            if t != me and v < best:
                best, arg = v, m
            if prune:
                if t == me:
                    lo = max(lo, best)
                else:
                    hi = min(hi, best)
                if lo >= hi:
                    break
        return best, arg

    return search


def minimax(game, position, depth):
    return make(game, position, "min", False)(position, depth, -inf, inf)


def alpha_beta(game, position, depth):
    return make(game, position, "min", True)(position, depth, -inf, inf)


def expectimax(game, position, depth):
    return make(game, position, "random", False)(position, depth, -inf, inf)


def expectiminimax(game, position, depth):
    return make(game, position, "min", False)(position, depth, -inf, inf)
