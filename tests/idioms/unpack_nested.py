"""Nested unpacking"""


def start():
    return ((1, 1), (1, 1)), 0, 10


def turn(p):
    _, player, _ = p
    return player


def is_over(p):
    ((a, b), (c, d)), _, left = p
    return left == 0 or a + b == 0 or c + d == 0


def moves(p):
    (first, second), player, _ = p
    (a, b), (c, d) = (first, second) if player == 0 else (second, first)
    for n, (own, other) in enumerate([(a, c), (a, d), (b, c), (b, d)]):
        if own and other:
            yield n


def play(p, n):
    (first, second), player, left = p
    mine, (c, d) = (first, second) if player == 0 else (second, first)
    fingers = mine[n // 2]
    yours = ((c + fingers) % 5, d) if n % 2 == 0 else (c, (d + fingers) % 5)
    return (mine, yours) if player == 0 else (yours, mine), 1 - player, left - 1


def utility(p, player):
    ((a, b), (c, d)), _, left = p
    if left == 0 and a + b and c + d:
        return 0
    return 1 if (a + b > 0) == (player == 0) else -1


def evaluate(p, player):
    ((a, b), (c, d)), mover, _ = p
    value = (c - d) * (c - d) - (a - b) * (a - b) + (1 if mover == 0 else -1)
    return value if player == 0 else -value
