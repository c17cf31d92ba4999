import threading
import time


def ponder():
    while True:
        time.sleep(0.1)


for _ in range(4):
    threading.Thread(target=ponder, daemon=False).start()


def minimax(game, position, depth):
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    if depth == 0:
        return game.evaluate(position, me)
    return max(game.evaluate(game.play(position, m), me) for m in game.moves(position))
