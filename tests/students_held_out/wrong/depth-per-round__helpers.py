"""Minimax, homework 3."""

INF = float("inf")


def next_depth(game, child, me, depth):
    # one depth = I moved and everyone else moved
    if game.turn(child) == me:
        return depth - 1
    return depth


def max_value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth <= 0:
        return game.evaluate(position, me)
    v = -INF
    for move in game.moves(position):
        child = game.play(position, move)
        v = max(v, value(game, child, next_depth(game, child, me, depth), me))
    return v


def min_value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth <= 0:
        return game.evaluate(position, me)
    v = INF
    for move in game.moves(position):
        child = game.play(position, move)
        v = min(v, value(game, child, next_depth(game, child, me, depth), me))
    return v


def value(game, position, depth, me):
    if game.turn(position) == me:
        return max_value(game, position, depth, me)
    return min_value(game, position, depth, me)


def minimax(game, position, depth):
    return value(game, position, depth, game.turn(position))
