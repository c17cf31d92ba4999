import sys


def minimax(game, position, depth):
    return game.evaluate(position, game.turn(position))


print("Usage: python minimax.py [depth]")
sys.exit(1)
