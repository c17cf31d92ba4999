# returns (value, move)
def minimax(game, position, depth):
    return mm(game, position, depth, game.turn(position))

def mm(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    if game.turn(position) == me:
        best = (float('-inf'), None)
        for m in game.moves(position):
            v = mm(game, game.play(position, m), depth - 1, me)
            if v is not None and v[0] > best[0]:
                best = (v[0], m)
        if best[1] is not None:
            return best
    else:
        best = (float('inf'), None)
        for m in game.moves(position):
            v = mm(game, game.play(position, m), depth - 1, me)
            if v is not None and v[0] < best[0]:
                best = (v[0], m)
