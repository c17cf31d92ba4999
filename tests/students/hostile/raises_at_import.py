import numppy as np


def minimax(game, position, depth):
    return np.max([game.evaluate(game.play(position, m), game.turn(position)) for m in game.moves(position)])
