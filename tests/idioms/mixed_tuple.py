"""A tuple of mixed kinds: int, float, bool and tuple"""


def start():
    return 10, 0.0, False, (1, 2.5), 0


def turn(p):
    return p[4]


def is_over(p):
    return p[0] <= 0 or p[1] >= 12


def moves(p):
    yield 1
    yield 2
    if not p[2]:
        yield 3


def play(p, move):
    fuel, distance, boosted, (gear, speed), player = p
    if move == 3:
        return fuel - 2, distance + speed, True, (gear + 1, speed * 1.5), 1 - player
    if move == 2:
        return fuel - gear, distance + speed, boosted, (gear, speed - 0.25), 1 - player
    return fuel - 1, distance + 0.5, boosted, (1, speed), 1 - player


def utility(p, player):
    if p[1] < 12:
        return 0
    return -1 if player == p[4] else 1


def evaluate(p, player):
    fuel, distance, boosted, (gear, speed), mover = p
    value = distance / 12 - gear * speed / 16 + (0.5 if boosted and fuel > 3 else 0)
    return value if player == mover else -value
