import sys


def alpha_beta(game, position, depth):
    if game.is_over(position):
        print("game over!")
        sys.exit()
    if depth == 0:
        return game.evaluate(position, game.turn(position))
    return max(alpha_beta(game, game.play(position, m), depth - 1) for m in game.moves(position))
