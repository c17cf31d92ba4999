"""Mancala (Kalah) with 2×6 pits, written for speed: the rules of `mancala.py` with a byte for each pit.

A side is an int: its houses 0 to 5 are bytes 0 to 5, its store is byte 6. Tables say what sowing adds to both sides.
"""

from typing import NamedTuple

import numpy as np

STONES = 4
TOTAL = 12 * STONES
HOUSES = (1 << 48) - 1
STORE = 48

objective = "score"


def sow(house, stones):
    """What is added to the own side and to the other one, and where the last stone falls: 0 to 6, or 7 to 12."""
    mine, theirs, pit = 0, 0, house
    for _ in range(stones):
        pit = (pit + 1) % 13
        if pit < 7:
            mine += 1 << 8 * pit
        else:
            theirs += 1 << 8 * (pit - 7)
    return mine, theirs, pit


SOWN = [[sow(house, stones) for stones in range(TOTAL + 1)] for house in range(6)]
MINE = np.array([[sown[0] for sown in row] for row in SOWN])
THEIRS = np.array([[sown[1] for sown in row] for row in SOWN])
LAST = np.array([[sown[2] for sown in row] for row in SOWN])
NOWHERE = 7  # any pit of the other side: no capture and no second turn
LANDING = np.array([[row[n][2] if 0 < n <= 12 else NOWHERE for n in range(TOTAL + 1)] for row in SOWN])


class Position(NamedTuple):
    """The side of the player to move, that of the other one, and who is to move."""

    mine: int
    theirs: int
    player: int


def start():
    side = sum(STONES << 8 * house for house in range(6))
    return Position(side, side, 0)


def turn(p):
    return p.player


def moves(p):
    houses = p.mine & HOUSES
    move = 0
    while houses != 0:
        if houses & 255:
            yield move
        houses >>= 8
        move += 1


def stones_in(side):
    """The stones in the six houses of a side."""
    pairs = (side & 0x00FF00FF00FF) + (side >> 8 & 0x00FF00FF00FF)
    return (pairs + (pairs >> 16) + (pairs >> 32)) & 255


def play(p, move):
    shift = 8 * move
    stones = p.mine >> shift & 255
    mine = p.mine - (stones << shift) + MINE[move, stones]
    theirs = p.theirs + THEIRS[move, stones]
    last = LAST[move, stones]
    if last < 6 and mine >> 8 * last & 255 == 1:
        opposite = 8 * (5 - last)
        captured = theirs >> opposite & 255
        if captured != 0:
            theirs -= captured << opposite
            mine += (captured + 1 << STORE) - (1 << 8 * last)
    if mine & HOUSES == 0 or theirs & HOUSES == 0:
        mine = (mine >> STORE) + stones_in(mine) << STORE
        theirs = (theirs >> STORE) + stones_in(theirs) << STORE
    if last == 6:
        return Position(mine, theirs, p.player)
    return Position(theirs, mine, 1 - p.player)


def utility(p, player):
    difference = (p.mine >> STORE) - (p.theirs >> STORE)
    return difference if player == p.player else -difference


def promise(side, other):
    """What a side has besides its store, in quarters of a stone."""
    capture, again = 0, 0
    for house in range(6):
        last = LANDING[house, side >> 8 * house & 255]
        if last == 6:
            again += 1
        elif last < 6 and side >> 8 * last & 255 == 0:
            capture = max(capture, other >> 8 * (5 - last) & 255)
    return stones_in(side) + 2 * capture + 3 * min(again, 2)


def evaluate(p, player):
    quarters = 4 * ((p.mine >> STORE) - (p.theirs >> STORE)) + promise(p.mine, p.theirs) - promise(p.theirs, p.mine)
    return 0.25 * quarters if player == p.player else -0.25 * quarters


def show(p):
    south, north = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    souths = [south >> 8 * i & 255 for i in range(7)]
    norths = [north >> 8 * i & 255 for i in range(7)]
    lower = " ".join(f"{stones:2}" for stones in souths[:6])
    upper = " ".join(f"{stones:2}" for stones in reversed(norths[:6]))
    return f"   {upper}\n{norths[6]:2}{'':{len(lower)}}{souths[6]:4}\n   {lower}"


def move_name(p, move):
    return str(move + 1)
