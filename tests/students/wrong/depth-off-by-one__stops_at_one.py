def minimax(game, position, depth):
    me = game.turn(position)

    def value(pos, depth):
        if game.is_over(pos):
            return game.utility(pos, me)
        if depth <= 1:
            return game.evaluate(pos, me)
        scores = []
        for move in game.moves(pos):
            scores.append(value(game.play(pos, move), depth - 1))
        if game.turn(pos) == me:
            return max(scores)
        else:
            return min(scores)

    return value(position, depth)
