"""The rules of backgammon: positions, plays and dice.

Each player's checkers are counted by place, as that player sees the board: 0 is off, 1 to 24 are the points, of which
1 to 6 are the home board, and 25 is the bar. Checkers move downwards. A player's point n is the other's 25 − n.
A count takes four bits:

    low:  12 | … |  2 |  1 | off          high:  bar | 24 | … | 14 | 13

A move is the play of a whole roll, a byte for each step, the first one lowest: where the checker starts in the upper
five bits, the die in the lower three. 0 is a pass. A roll is a number of two digits, the larger one first. In the
opening roll the first digit is white's die and the second one black's, so that it also says who begins.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.bits import each, highest
from kibitz.rules import CHANCE

OFF, HOME, BAR = 0, 6, 25
HALF = 13
"""The first place in the upper word."""
ONES = 0x1_1111_1111_1111
"""The lowest bit of every count in a word."""
PASS = 0
NOBODY = -1
"""The player before the opening roll."""
STEP, DIE = 8, 7
"""The bits of a step, and those of its die."""


class Side(NamedTuple):
    """The checkers of one player."""

    low: int  # places 0 to 12
    high: int  # places 13 to 25


class Position(NamedTuple):
    """The checkers, and the dice if they have been rolled."""

    white: Side
    black: Side
    player: int  # whose turn it is; NOBODY before the opening roll
    roll: int  # such as 31; 0 if the dice must be rolled


def turn(p: Position) -> int:
    """Return who plays; CHANCE if the dice must be rolled."""
    return p.player if p.roll else CHANCE


def chances(p: Position) -> Iterator[tuple[int, float]]:
    """Yield every roll; two dice of different faces are twice as likely as a double, and the opening has no doubles."""
    for one in range(1, 7):
        for other in range(1, 7):
            if p.player == NOBODY:
                if one != other:
                    yield 10 * one + other, 1 / 30
            elif one >= other:
                yield 10 * one + other, (1 if one == other else 2) / 36


def moves(p: Position) -> Iterator[int]:
    """Yield one play for each position that the roll can lead to, the larger die and the front checkers first."""
    mine, theirs = (p.white, p.black) if p.player == 0 else (p.black, p.white)
    blocked = across(held(theirs))
    larger, smaller = divmod(p.roll, 10)
    if larger == smaller:
        yield from repeated(mine, blocked, larger)
    else:
        yield from combined(mine, blocked, across(occupied(theirs)) & ~blocked, larger, smaller)


def repeated(mine: Side, blocked: int, die: int) -> list[int]:
    """List the plays of a double: as many steps as possible, up to four.

    Steps of the same die can be taken from the rear to the front, and different ones lead to different positions.
    """
    plays = [(PASS, mine, BAR)]
    for step in range(4):
        longer = [
            (play | starting(place, die) << STEP * step, stepped(side, place, die), place)
            for play, side, last in plays
            for place in each(sources(occupied(side), blocked, die) & (2 << last) - 1)
        ]
        if not longer:
            break
        plays = longer
    return [play for play, side, last in plays]


def combined(mine: Side, blocked: int, blots: int, larger: int, smaller: int) -> list[int]:
    """List the plays of two different dice: both if possible, otherwise the larger one, otherwise the smaller one."""
    plays = []
    ends = []
    for first, second in ((larger, smaller), (smaller, larger)):
        for one in each(sources(occupied(mine), blocked, first)):
            between = stepped(mine, one, first)
            for other in each(sources(occupied(between), blocked, second)):
                hits = blots & (1 << landing(one, first) | 1 << landing(other, second))
                end = (stepped(between, other, second), hits)
                if end not in ends:
                    ends.append(end)
                    plays.append(starting(one, first) | starting(other, second) << STEP)
    for die in (larger, smaller):
        if not plays:
            plays = [starting(place, die) for place in each(sources(occupied(mine), blocked, die))]
    return plays or [PASS]


def sources(mine: int, blocked: int, die: int) -> int:
    """Return the places from which a checker can move by this die."""
    if mine >> BAR:
        return 0 if blocked >> BAR - die & 1 else mine & 1 << BAR
    found = mine & ~(blocked << die) & -2 << die
    if mine >> HOME + 1 == 0:
        found |= mine & 1 << die
        if mine and mine >> die == 0:
            found |= 1 << highest(mine)
    return found


def starting(place: int, die: int) -> int:
    """Return a step as a part of a move."""
    return place << 3 | die


def landing(place: int, die: int) -> int:
    """Return where a step leads."""
    return max(place - die, OFF)


def play(p: Position, move: int) -> Position:
    """Return the position after a play or a roll."""
    if p.player == NOBODY:
        one, other = divmod(move, 10)
        return Position(p.white, p.black, 0, move) if one > other else Position(p.white, p.black, 1, 10 * other + one)
    if p.roll == 0:
        return Position(p.white, p.black, p.player, move)
    mine, theirs = (p.white, p.black) if p.player == 0 else (p.black, p.white)
    while move:
        place, die = move >> 3 & 31, move & DIE
        mine = stepped(mine, place, die)
        facing = BAR - landing(place, die)
        if facing < BAR and count(theirs, facing):
            theirs = put(put(theirs, facing, -1), BAR, 1)
        move >>= STEP
    return Position(mine, theirs, 1, 0) if p.player == 0 else Position(theirs, mine, 0, 0)


def stepped(side: Side, place: int, die: int) -> Side:
    """Return the checkers after one of them has moved."""
    return put(put(side, place, -1), landing(place, die), 1)


def put(side: Side, place: int, number: int) -> Side:
    """Return the checkers with this many more on a place."""
    if place < HALF:
        return Side(side.low + (number << 4 * place), side.high)
    return Side(side.low, side.high + (number << 4 * (place - HALF)))


def count(side: Side, place: int) -> int:
    """Return the number of checkers on a place."""
    return (side.low >> 4 * place if place < HALF else side.high >> 4 * (place - HALF)) & 15


def occupied(side: Side) -> int:
    """Return the places with a checker, one bit each, without those borne off."""
    low, high = (word | word >> 1 | word >> 2 | word >> 3 for word in side)
    return (squeezed(low & ONES) | squeezed(high & ONES) << HALF) & -2


def held(side: Side) -> int:
    """Return the points with two checkers or more, one bit each."""
    low, high = (word >> 1 | word >> 2 | word >> 3 for word in side)
    return (squeezed(low & ONES) | squeezed(high & ONES) << HALF) & (1 << BAR) - 2


def squeezed(ones: int) -> int:
    """Return every fourth bit of a word, side by side."""
    ones = (ones | ones >> 3) & 0x0303030303030303
    ones = (ones | ones >> 6) & 0x000F000F000F000F
    ones = (ones | ones >> 12) & 0x000000FF000000FF
    return (ones | ones >> 24) & 0xFFFF


def across(places: int) -> int:
    """Return the places as the other player sees them."""
    seen = 0
    for place in each(places):
        seen |= 1 << BAR - place
    return seen


def is_over(p: Position) -> bool:
    """Return whether a player has borne off all checkers."""
    return occupied(p.white) == 0 or occupied(p.black) == 0


def utility(p: Position, player: int) -> int:
    """Return 1 for a win, 2 for a gammon, 3 for a backgammon, less than 0 for the loser."""
    loser, sign = (p.black, 1) if occupied(p.white) == 0 else (p.white, -1)
    worth = 1 if count(loser, OFF) else 3 if occupied(loser) >> BAR - HOME else 2
    return sign * worth if player == 0 else -sign * worth


def in_contact(white: int, black: int) -> bool:
    """Return whether the players, given by the places of their checkers, still have to pass each other."""
    return white.bit_length() + black.bit_length() > BAR + 2


def pips(side: Side) -> int:
    """Return how many points the checkers still have to move."""
    total = 0
    for place in each(occupied(side)):
        total += place * count(side, place)
    return total


def bounds(p: Position, player: int) -> tuple[int, int]:
    """Return the largest loss and the largest win that are still possible."""
    if is_over(p):
        return utility(p, player), utility(p, player)
    contact = in_contact(occupied(p.white), occupied(p.black))
    white, black = worst(p.white, contact), worst(p.black, contact)
    return (-white, black) if player == 0 else (-black, white)


def worst(side: Side, contact: bool) -> int:
    """Return the most points that a player can lose."""
    if count(side, OFF):
        return 1
    return 3 if contact or occupied(side) >> BAR - HOME else 2


MOST_PIPS = 2 * 15 * 24


def stage(p: Position) -> int:
    """Return the number of checkers borne off; once the players have passed each other, count pips instead."""
    if in_contact(occupied(p.white), occupied(p.black)):
        return count(p.white, OFF) + count(p.black, OFF)
    return 30 + MOST_PIPS - pips(p.white) - pips(p.black)
