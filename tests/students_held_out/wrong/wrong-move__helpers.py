def minimax(game, position, depth):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me), None
    if depth == 0:
        return game.evaluate(position, me), None
    best_score = float("-inf")
    best_move = None
    for move in game.moves(position):
        score = value(game, game.play(position, move), depth - 1, me)
        if score >= best_score:
            best_score = score
            best_move = move
    return best_score, best_move


def value(game, position, depth, me):
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    scores = [value(game, game.play(position, m), depth - 1, me) for m in game.moves(position)]
    return max(scores) if game.turn(position) == me else min(scores)
