"""How good a position of backgammon is, by hand: the chances to win and to win a gammon.

While the players can still hit each other, the odds of winning come from a sum, each term in units of their logarithm:
the race, points held, checkers held back, blots in danger and checkers on the bar. After that only the race counts.
"""

import math

from kibitz.bits import each
from kibitz.games.backgammon.rules import (
    BAR,
    HOME,
    OFF,
    Position,
    Side,
    across,
    bounds,
    count,
    held,
    in_contact,
    occupied,
    pips,
)

AHEAD = 4.0
"""What it is worth to be on roll, in pips: half a roll."""
WASTE = 7.0
"""Pips that a player usually wastes while bearing off."""
SPREAD = 2.3
"""The variance of the difference of two players' pips, for each pip that they still have to move."""
LOGISTIC = 0.55
"""The scale of a logistic curve that is like a normal one, in its standard deviations."""
CONTACT = 0.5
"""How much a lead in the race is worth while there is contact, as a share of its worth in a mere race."""

POINT_WORTH = (
    *(0.0, 0.02, 0.08, 0.14, 0.22, 0.26, 0.18),
    *(0.18, 0.10, 0.06, 0.05, 0.04, 0.02),
    *(0.06, 0.05, 0.06, 0.08, 0.10, 0.16),
    *(0.10, 0.32, 0.28, 0.16, 0.05, -0.08, 0.0),
)
"""The worth of holding each place, from off to the bar."""
HELD_BACK = (0.0, 0.05, 0.12, 0.24, 0.42, 0.68, 1.00)
"""What a checker loses with this many of the opponent's points among the six before it."""
DIRECT = (0, 11, 20, 27, 32, 35, 36)
"""Of 36 rolls, how many contain one of this many numbers."""
COMBINED = (0, 0, 1, 3, 4, 4, 6, 6, 6, 5, 3, 2, 3)
"""Of 36 rolls, how many reach this distance with both dice together, but with neither alone."""
CAUGHT = (0.18, 0.24, 0.34, 0.50, 0.75, 1.10, 1.60)
"""What a checker on the bar loses, besides its way, when the opponent holds this many points at home."""
BEHIND = 0.25
"""The share of this that a checker loses which is still in the opponent's home."""
TIDY = 0.25
"""How much of the danger is left to a player who is on roll and can still cover the blot."""
ENTERING = 0.6
"""How much of it is left while the opponent has to enter from the bar."""
STACKED, DEEP = 0.03, 0.05
"""What each checker loses above three on a point, and on the points 1 and 2, where it no longer helps."""
BUILDER = 0.03
"""What a checker gains within reach of the points at home that are not held."""


def evaluate(p: Position, player: int) -> float:
    """Return the points that a player can expect."""
    low, high = bounds(p, 0)
    tempo = 1 if p.player == 0 else -1 if p.player == 1 else 0
    if in_contact(occupied(p.white), occupied(p.black)):
        guess = in_play(p, tempo)
    else:
        guess = racing(p, tempo)
    guess = min(max(guess, float(low)), float(high))
    return guess if player == 0 else -guess


def logistic(x: float) -> float:
    """Return the probability with these odds, given by their logarithm."""
    return 1 / (1 + math.exp(-x))


def expected(wins: float, white_gammons: float, black_gammons: float) -> float:
    """Return white's points, given the probability of a win and of a gammon in a won game."""
    return wins * (1 + white_gammons) - (1 - wins) * (1 + black_gammons)


def scale(total: float) -> float:
    """Return the lead with which a win is e times as likely as a loss, when this many pips are left in all."""
    return LOGISTIC * math.sqrt(SPREAD * total)


def racing(p: Position, tempo: int) -> float:
    """Return what white can expect when the players have passed each other."""
    white, black = effort(p.white), effort(p.black)
    wins = logistic((black - white + AHEAD * tempo) / scale(white + black))
    white_gammons = gammon_in_race(white - AHEAD * tempo, p.black)
    black_gammons = gammon_in_race(black + AHEAD * tempo, p.white)
    return expected(wins, white_gammons, black_gammons)


def effort(side: Side) -> float:
    """Return the pips that bearing off all checkers takes, with those that are wasted (Keith's count)."""
    aces, twos, threes = count(side, 1), count(side, 2), count(side, 3)
    gaps = (count(side, 4) == 0) + (count(side, 5) == 0) + (count(side, 6) == 0)
    extra = 2 * max(aces - 1, 0) + max(twos - 1, 0) + max(threes - 3, 0) + gaps
    return pips(side) + extra + WASTE


def gammon_in_race(winner: float, loser: Side) -> float:
    """Return the probability that a loser has borne off nothing when the winner's pips are used up."""
    if count(loser, OFF):
        return 0.0
    return logistic((way_home(loser) + AHEAD - winner) / scale(winner + 1.0))


def way_home(side: Side) -> int:
    """Return the pips until all checkers are at home and one is off."""
    total = 3
    for place in each(occupied(side) >> HOME + 1):
        total += (place + 1) * count(side, place + HOME + 1)
    return total


def in_play(p: Position, tempo: int) -> float:
    """Return what white can expect while there is contact."""
    white, black = pips(p.white), pips(p.black)
    odds = CONTACT * (black - white + AHEAD * tempo) / scale(float(white + black))
    odds += standing(p.white, p.black, TIDY if tempo > 0 else 1.0)
    odds -= standing(p.black, p.white, TIDY if tempo < 0 else 1.0)
    return expected(logistic(odds), gammon_in_play(white, p.black), gammon_in_play(black, p.white))


def gammon_in_play(winner: int, loser: Side) -> float:
    """Return how many of the games that a player loses are lost with no checker off."""
    return 0.0 if count(loser, OFF) else logistic((way_home(loser) - 0.7 * winner - 10) / 35)


def standing(mine: Side, theirs: Side, danger: float) -> float:
    """Return how a player stands apart from the race: what the checkers hold, and what may happen to them."""
    enemies, walls = across(occupied(theirs)), across(held(theirs))
    closed = (walls >> BAR - HOME & 63).bit_count()
    if count(theirs, BAR):
        danger *= ENTERING
    total = -CAUGHT[closed] * count(mine, BAR)
    for place in each(occupied(mine) & ~(1 << BAR)):
        number = count(mine, place)
        if number > 1:
            total += POINT_WORTH[place] - STACKED * max(number - 3, 0)
        else:
            loss = CAUGHT[closed] * (BEHIND if place > BAR - HOME - 1 else 1.0) + (BAR - place) / 30
            total -= danger * loss * shots(enemies, place) / 36
        if place <= 2:
            total -= DEEP * number
        elif HOME < place <= HOME + 5:
            total += BUILDER
        if place > 12:
            total -= HELD_BACK[(walls >> place - 6 & 63).bit_count()] * min(number, 3)
    return total


def shots(enemies: int, place: int) -> int:
    """Return about how many of 36 rolls hit a blot here, if nothing stands between."""
    near = enemies << 6 >> place & 63
    rolls = DIRECT[near.bit_count()]
    if near:
        return min(rolls + 3, 36)
    far = enemies << 12 >> place & 63
    for behind in each(far):
        rolls += COMBINED[12 - behind]
    return rolls
