"""Café: saved in Latin-1 by an old editor."""


def minimax(game, position, depth):
    return game.evaluate(position, game.turn(position))
