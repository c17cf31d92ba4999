# Negamax, straight from Wikipedia
def minimax(game, position, depth):
    if game.is_over(position):
        return game.utility(position, game.turn(position))
    if depth == 0:
        return game.evaluate(position, game.turn(position))
    value = float("-inf")
    for move in game.moves(position):
        value = max(value, -minimax(game, game.play(position, move), depth - 1))
    return value
