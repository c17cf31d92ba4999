def expectiminimax(game, position, depth):
    me = max(game.turn(position), 0)
    yield from value(game, position, depth, me)


def value(game, position, depth, me):
    if game.is_over(position):
        yield game.utility(position, me)
    elif depth == 0:
        yield game.evaluate(position, me)
    elif game.turn(position) == -1:
        yield sum(p * next(value(game, game.play(position, m), depth, me)) for m, p in game.chances(position))
    else:
        pick = max if game.turn(position) == me else min
        yield pick(next(value(game, game.play(position, m), depth - 1, me)) for m in game.moves(position))
