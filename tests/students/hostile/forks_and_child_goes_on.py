import os


def minimax(game, position, depth):
    # both the parent and the child return from here: one call, two answers
    os.fork()
    me = game.turn(position)
    if game.is_over(position):
        return game.utility(position, me)
    return game.evaluate(position, me)


# only one extra process per call, and only for the first calls
_original, _calls = minimax, 0


def minimax(game, position, depth):
    global _calls
    _calls += 1
    if _calls <= 3:
        return _original(game, position, depth)
    return 0
