"""A string as a table of characters"""

TRACK = "..x.oo.x..o.x..o"


def start():
    return 0, 0, 0


def turn(p):
    return p[2]


def moves(p):
    for steps in (1, 2, 3):
        if p[0] + steps < len(TRACK):
            yield steps


def play(p, steps):
    square, lead, player = p
    square += steps
    if TRACK[square] == "x":
        lead += 1 if player == 1 else -1
    elif TRACK[square] == "o":
        lead += 1 if player == 0 else -1
    return square, lead, 1 - player


def utility(p, player):
    if p[1] == 0:
        return 0
    return 1 if (p[1] > 0) == (player == 0) else -1


def evaluate(p, player):
    ahead = TRACK[p[0] + 1] if p[0] + 1 < len(TRACK) else "."
    points = 2 * p[1]
    if ahead == "o":
        points += 1 if p[2] == 0 else -1
    return points if player == 0 else -points
