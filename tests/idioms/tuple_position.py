"""A plain tuple as the position"""


def start():
    return (1, 4, 7), 0


def turn(p):
    return p[1]


def moves(p):
    tokens, _ = p
    for i in range(3):
        lowest = tokens[i - 1] + 1 if i > 0 else 0
        for square in range(lowest, tokens[i]):
            yield 10 * i + square


def play(p, move):
    (a, b, c), player = p
    token, square = divmod(move, 10)
    if token == 0:
        return (square, b, c), 1 - player
    if token == 1:
        return (a, square, c), 1 - player
    return (a, b, square), 1 - player


def utility(p, player):
    return -1 if player == p[1] else 1


def evaluate(p, player):
    (a, b, c), mover = p
    value = (c - b - 1) ^ a
    return value if player == mover else -value
