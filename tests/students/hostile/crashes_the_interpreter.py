import ctypes


def minimax(game, position, depth):
    # "pointers are faster"
    return ctypes.string_at(0)
