"""Minimax as negamax.

Works for more than two players because all my opponents form one "team":
the sign only flips when the team to move changes.
"""

from math import inf


def team(game, position, me):
    return +1 if game.turn(position) == me else -1


def negamax(game, position, depth, me):
    side = team(game, position, me)
    if game.is_over(position):
        return side * game.utility(position, me)
    if depth == 0:
        return side * game.evaluate(position, me)
    best = -inf
    for move in game.moves(position):
        child = game.play(position, move)
        flip = side * team(game, child, me)
        best = max(best, flip * negamax(game, child, depth - 1, me))
    return best


def minimax(game, position, depth):
    return negamax(game, position, depth, game.turn(position))
