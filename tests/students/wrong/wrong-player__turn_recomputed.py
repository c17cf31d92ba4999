# recursion directly on minimax(): whoever is to move is "me"
def minimax(game, position, depth, maximizing=True, root=None):
    if root is None:
        root = game.turn(position)
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    best = None
    for move in game.moves(position):
        child = game.play(position, move)
        v = minimax(game, child, depth - 1, game.turn(child) == root, root)
        if best is None:
            best = v
        elif maximizing:
            best = max(best, v)
        else:
            best = min(best, v)
    return best
