"""Constants in a class used as a namespace"""


class Rules:
    HEAPS = (3, 4, 5)
    MOST = 3
    EXTRA = MOST + 2
    BASE = 8


def start():
    p = 0
    for heap in Rules.HEAPS:
        p = p * Rules.BASE + heap
    return p * 2


def turn(p):
    return p % 2


def heap_size(p, heap):
    return p // 2 // Rules.BASE**heap % Rules.BASE


def moves(p):
    for heap in range(len(Rules.HEAPS)):
        for n in range(1, min(Rules.MOST, heap_size(p, heap)) + 1):
            yield heap * Rules.EXTRA + n


def play(p, move):
    heap, n = divmod(move, Rules.EXTRA)
    p -= 2 * n * Rules.BASE**heap
    return p + 1 if p % 2 == 0 else p - 1


def utility(p, player):
    return -1 if player == p % 2 else 1


def evaluate(p, player):
    value = 0
    for heap in range(len(Rules.HEAPS)):
        value ^= heap_size(p, heap) % (Rules.MOST + 1)
    return value if player == p % 2 else -value
