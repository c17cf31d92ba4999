"""Text formatting in show and move_name only"""

from typing import NamedTuple

NAMES = {0: "wait", 1: "jump", 2: "run"}
SYMBOLS = ".ox"
player_names = ("hare", "tortoise")


class Position(NamedTuple):
    hare: int
    tortoise: int
    turns: int


def start():
    return Position(0, 3, 0)


def turn(p):
    return p.turns % 2


def is_over(p):
    return p.turns == 10 or max(p.hare, p.tortoise) >= 12


def moves(p):
    yield from (0, 1, 2)


def play(p, move):
    if p.turns % 2 == 0:
        return Position(p.hare + (0, 4, 2)[move] - (p.turns > 4), p.tortoise, p.turns + 1)
    return Position(p.hare - move // 2, p.tortoise + 1 + move % 2, p.turns + 1)


def utility(p, player):
    lead = p.hare - p.tortoise
    return 0 if lead == 0 else 1 if (lead > 0) == (player == 0) else -1


def evaluate(p, player):
    return p.hare - p.tortoise if player == 0 else p.tortoise - p.hare


def show(p):
    track = "".join(SYMBOLS[(i == p.hare) + 2 * (i == p.tortoise) - (i == p.hare == p.tortoise)] for i in range(15))
    return f"{track}\nturn {p.turns:>2} of {10:<4d}{'tortoise' if p.turns % 2 else 'hare'!r:^12}"


def move_name(p, move):
    return NAMES[move].upper() if p.turns % 2 else NAMES[move]
