def expectimax(game, position, depth, me=None):
    if me is None:
        me = game.turn(position) if game.turn(position) != -1 else 0
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    turn = game.turn(position)
    if turn == me:
        return max(expectimax(game, game.play(position, m), depth - 1, me) for m in game.moves(position))
    if turn == -1:
        moves, depth_below = [m for m, _ in game.chances(position)], depth
    else:
        moves, depth_below = list(game.moves(position)), depth - 1
    p = 1.0 / len(moves)
    expected = 0.0
    for m in moves:
        expected += p * expectimax(game, game.play(position, m), depth_below, me)
    return expected
