"""What a learned evaluation of backgammon sees: how many checkers stand on each place, as one of the players counts.

For each place there is a feature for one checker or more, for two or more, and so on (a thermometer). The places of the
opponent are counted as the opponent counts them. One more feature says that the player is on roll.
"""

from collections.abc import Iterator

from kibitz.bits import each
from kibitz.games.backgammon.rules import OFF, Position, Side, count, occupied

STEPS = 6
"""Features of a place; more checkers than that look like this many."""
HALF = 25 * STEPS + 15
"""Features of one player's checkers: those on the points and the bar, and those borne off."""
COUNT = 2 * HALF + 1


def checkers(side: Side, first: int) -> Iterator[int]:
    """Yield the features of one player's checkers, numbered from here on."""
    for place in each(occupied(side)):
        for step in range(min(count(side, place), STEPS)):
            yield first + (place - 1) * STEPS + step
    for step in range(count(side, OFF)):
        yield first + 25 * STEPS + step


def features(p: Position, player: int) -> Iterator[int]:
    mine, theirs = (p.white, p.black) if player == 0 else (p.black, p.white)
    yield from checkers(mine, 0)
    yield from checkers(theirs, HALF)
    if p.player == player:
        yield 2 * HALF
