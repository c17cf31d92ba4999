"""The two sides of a game, for any number of players.

players             first side                                  second side
1                   the player                                  nobody
2                   player 0                                    player 1
more, with teams    player 0 and the others of their team       all others
more, each alone    player 0; in a match, each in turn          all others
"""

from collections.abc import Sequence


def first_side(players: int, teams: Sequence[int] | None, turn: int = 0) -> tuple[int, ...]:
    """Return the players of the first side; where everybody is alone, they take turns."""
    if players <= 2:
        return (0,)
    if teams is None:
        return (turn % players,)
    return tuple(player for player in range(players) if teams[player] == teams[0])
