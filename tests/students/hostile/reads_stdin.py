depth_limit = int(input("Search depth? "))


def minimax(game, position, depth):
    return game.evaluate(position, game.turn(position))
