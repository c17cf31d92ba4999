best_move = None

def minimax(game, position, depth):
    global best_move
    best_move = None
    v = search(game, position, depth, game.turn(position))
    return v, best_move

def search(game, position, depth, player):
    global best_move
    if game.is_over(position):
        return game.utility(position, player)
    if depth == 0:
        return game.evaluate(position, player)
    if game.turn(position) == player:
        best = float('-inf')
        for move in game.moves(position):
            v = search(game, game.play(position, move), depth - 1, player)
            if v > best:
                best = v
                best_move = move
        return best
    best = float('inf')
    for move in game.moves(position):
        v = search(game, game.play(position, move), depth - 1, player)
        if v < best:
            best = v
            best_move = move
    return best
