import math


def expectiminimax(game, position, depth):
    me = game.turn(position) if game.turn(position) != -1 else 0

    def value(p, d):
        if game.is_over(p):
            return game.utility(p, me)
        if d == 0:
            return game.evaluate(p, me)
        node = {-1: chance_node, me: max_node}.get(game.turn(p), min_node)
        return node(p, d)

    def max_node(p, d):
        return max(value(game.play(p, m), d - 1) for m in game.moves(p))

    def min_node(p, d):
        return -max(-value(game.play(p, m), d - 1) for m in game.moves(p))

    def chance_node(p, d):
        return math.fsum(w * value(game.play(p, m), d) for m, w in game.chances(p))

    move = None
    if not game.is_over(position) and depth > 0 and game.turn(position) == me:
        move = max(game.moves(position), key=lambda m: value(game.play(position, m), depth - 1))
    return value(position, depth), move
