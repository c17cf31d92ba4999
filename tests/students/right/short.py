def minimax(game, position, depth, me=None):
    if me is None: me = game.turn(position)
    if game.is_over(position): return game.utility(position, me)
    if not depth: return game.evaluate(position, me)
    pick = max if game.turn(position) == me else min
    return pick(minimax(game, game.play(position, m), depth - 1, me) for m in game.moves(position))
