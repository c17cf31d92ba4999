def expectiminimax(game, position, depth, me=None):
    if me is None:
        me = game.turn(position)
        if me == -1:
            me = 0
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    if game.turn(position) == -1:
        return sum(prob * expectiminimax(game, game.play(position, move), depth, me)
                   for move, prob in game.chances(position))
    values = [expectiminimax(game, game.play(position, move), depth - 1, me)
              for move in game.moves(position)]
    return max(values) if game.turn(position) != me else min(values)
