"""What a learned evaluation of backgammon sees, as one of the players counts.

    checkers    for each place a feature for one checker or more, for two or more, and so on (a thermometer)
    race        by how many pips the player is ahead, in steps, and who is on roll
    danger      for each blot the number of rolls that hit it, in steps
    walls       for each checker held back, how many of the six points before it are closed
    prison      how many points at home are closed, with how many of the opponent's checkers on the bar

The same is seen of the opponent, as the opponent counts. While the players can still hit each other every feature has
another number than afterwards, when danger, walls and prison are of no use.
"""

from collections.abc import Iterator

from kibitz.bits import each
from kibitz.games.backgammon.evaluation import shots
from kibitz.games.backgammon.rules import (
    BAR,
    HOME,
    OFF,
    Position,
    Side,
    across,
    count,
    held,
    in_contact,
    occupied,
    pips,
)

STEPS = 6
"""Features of a place; more checkers than that look like this many."""
OFF_FIRST = 25 * STEPS
CHECKERS = OFF_FIRST + 15
"""Features of one player's checkers: those on the points and the bar, and those borne off."""
LEADS, LEAD_STEP = 41, 4
"""Features of the lead in the race, and the pips between two of them."""
RACE = 2 * CHECKERS
MOVER = RACE + LEADS
PASSED = MOVER + 1
"""Features once the players have passed each other; those in contact come after them."""
SHOTS, SHOT_STEP = 10, 4
DANGER, WALLS, PRISON = 0, 2 * SHOTS, 2 * SHOTS + 7
STANDING = PRISON + 21
"""Features of what may happen to one player's checkers."""
COUNT = 2 * PASSED + 2 * STANDING


def features(p: Position, player: int) -> Iterator[int]:
    mine, theirs = (p.white, p.black) if player == 0 else (p.black, p.white)
    first = 0
    if in_contact(occupied(p.white), occupied(p.black)):
        first = PASSED
        yield from standing(mine, theirs, 2 * PASSED)
        yield from standing(theirs, mine, 2 * PASSED + STANDING)
    yield from checkers(mine, first)
    yield from checkers(theirs, first + CHECKERS)
    lead = (pips(theirs) - pips(mine) + LEADS * LEAD_STEP // 2) // LEAD_STEP
    yield first + RACE + min(max(lead, 0), LEADS - 1)
    if p.player == player:
        yield first + MOVER


def checkers(side: Side, first: int) -> Iterator[int]:
    """Yield the features of one player's checkers, numbered from here on."""
    for place in each(occupied(side)):
        for step in range(min(count(side, place), STEPS)):
            yield first + (place - 1) * STEPS + step
    for step in range(count(side, OFF)):
        yield first + OFF_FIRST + step


def standing(mine: Side, theirs: Side, first: int) -> Iterator[int]:
    """Yield the features of what may happen to one player's checkers, numbered from here on."""
    enemies, walls = across(occupied(theirs)), across(held(theirs))
    for place in each(occupied(mine) & ~(1 << BAR)):
        number = count(mine, place)
        if number == 1:
            outside = SHOTS if place > HOME else 0
            yield first + DANGER + outside + min(shots(enemies, place) // SHOT_STEP, SHOTS - 1)
        if place > 12:
            for _ in range(min(number, 3)):
                yield first + WALLS + (walls >> place - 6 & 63).bit_count()
    closed = (walls >> BAR - HOME & 63).bit_count()
    yield first + PRISON + 3 * closed + min(count(mine, BAR), 2)
