def expectiminimax(game, position, depth):
    me = game.turn(position)
    if me < 0:
        me = 0
    return search(game, position, depth, me)


def options(game, position):
    if game.turn(position) == -1:
        return [move for move, p in game.chances(position)]
    return game.moves(position)


def search(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if game.turn(position) == me:
        best = float("-inf")
        for move in options(game, position):
            best = max(best, search(game, game.play(position, move), depth - 1, me))
        return best
    else:
        cost = 0 if game.turn(position) == -1 else 1
        worst = float("inf")
        for move in options(game, position):
            worst = min(worst, search(game, game.play(position, move), depth - cost, me))
        return worst
