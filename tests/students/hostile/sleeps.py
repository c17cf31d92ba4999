import time


def minimax(game, position, depth):
    time.sleep(3600)  # let the computer think
    return 0
