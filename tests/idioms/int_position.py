"""An int as the position"""

LINE = 12


def start():
    return 0


def turn(p):
    return p >> LINE & 1


def moves(p):
    for cell in range(LINE):
        near = p >> cell
        if cell:
            near |= p >> (cell - 1)
        if cell + 1 < LINE:
            near |= p >> (cell + 1)
        if not near & 1:
            yield cell


def play(p, cell):
    return (p | 1 << cell) ^ 1 << LINE


def utility(p, player):
    return -1 if player == turn(p) else 1


def evaluate(p, player):
    stones = p & ((1 << LINE) - 1)
    value = 1 if (stones ^ stones >> 2) & 1 else -(stones % 3)
    return value if player == turn(p) else -value
