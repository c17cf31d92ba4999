import sys


def minimax(game, position, depth):
    print("press enter to continue")
    sys.stdin.read()
    return game.evaluate(position, game.turn(position))
