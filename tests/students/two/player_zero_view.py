"""Player 0 is MAX and all the others are MIN, like in the book."""

MAX = 0


def minimax(game, position, depth):
    if game.is_over(position):
        return game.utility(position, MAX)
    if depth == 0:
        return game.evaluate(position, MAX)
    values = (minimax(game, game.play(position, move), depth - 1) for move in game.moves(position))
    return max(values) if game.turn(position) == MAX else min(values)
