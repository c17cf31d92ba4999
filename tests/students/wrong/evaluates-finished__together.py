def minimax(game, position, depth):
    player = game.turn(position)

    def recurse(pos, d):
        if d == 0 or game.is_over(pos):
            return game.evaluate(pos, player), None
        best_move = None
        if game.turn(pos) == player:
            best = -float('inf')
            for move in game.moves(pos):
                v, _ = recurse(game.play(pos, move), d - 1)
                if v > best: best, best_move = v, move
        else:
            best = float('inf')
            for move in game.moves(pos):
                v, _ = recurse(game.play(pos, move), d - 1)
                if v < best: best, best_move = v, move
        return best, best_move

    return recurse(position, depth)
