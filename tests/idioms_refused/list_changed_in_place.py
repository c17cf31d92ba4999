"""A list as the position, changed in place"""


def start():
    return [5, 7, 0]


def turn(p):
    return p[2]


def moves(p):
    return [heap for heap in (0, 1) if p[heap] > 0]


def play(p, heap):
    p[heap] -= 1
    p[2] = 1 - p[2]
    return p


def utility(p, player):
    return -1 if player == p[2] else 1


def evaluate(p, player):
    value = p[0] - p[1]
    return value if player == p[2] else -value
