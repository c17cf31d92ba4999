"""The two sides of a game, for any number of players.

players             first side                                  second side
1                   the player                                  nobody
2                   player 0                                    player 1
more, with teams    player 0 and the others of their team       all others
more, each alone    player 0; in a match, each in turn          all others
"""

from typing import Any

from kibitz.game import Game


def first_side(game: Game[Any], turn: int = 0) -> tuple[int, ...]:
    """Return the players of the first side; where everybody is alone, they take turns."""
    teams = game.rules.teams
    if game.players <= 2:
        return (0,)
    if teams is None:
        return (turn % game.players,)
    return tuple(player for player in range(game.players) if teams[player] == teams[0])
