import sys

sys.setrecursionlimit(10**9)


def alpha_beta(game, position, depth):
    me = game.turn(position)

    def value(p, d, alpha, beta):
        if d == 0:
            return game.evaluate(p, me)
        return max(value(p, d, alpha, beta), alpha)

    return value(position, depth or 1, float("-inf"), float("inf"))
