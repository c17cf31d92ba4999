"""The cast of a search: what each player does with the children's scores, and what the player is called.

    the deciding player's side   takes the greatest        MAX
    the others                   take the least            MIN
                                 move at random            the opponent (expectimax)
                                 each take their own       by name (max-n)
    nature                       the average counts        nature

A game that names its players keeps their names, and so does one with more than two players.
"""

from dataclasses import dataclass
from typing import Any

from kibitz.game import Game
from kibitz.rules import CHANCE
from kibitz.search.engine.settings import MCTS
from kibitz.search.textbook.sound import same_side

GREATEST, LEAST, AVERAGE = "greatest", "least", "average"
NATURE = "nature"


@dataclass(frozen=True)
class Cast:
    """Who takes what in a search."""

    game: Game[Any]
    algorithm: str
    player: int  # the deciding one

    def takes(self, mover: int) -> str:
        """Return what counts where this player is to move: the greatest score, the least, or the average."""
        if mover == CHANCE:
            return AVERAGE
        own = self.algorithm == "max-n" or self.algorithm == MCTS and self.game.players > 2
        if own or same_side(self.game)(mover, self.player):
            return GREATEST
        return AVERAGE if self.algorithm == "expectimax" else LEAST

    def who(self, mover: int) -> str:
        """Return what a player is called in a story."""
        if mover == CHANCE:
            return NATURE
        if self.game.rules.player_names or self.game.players > 2 or self.algorithm == "max-n":
            return self.game.label(mover)
        if same_side(self.game)(mover, self.player):
            return "MAX"
        return "the opponent" if self.algorithm == "expectimax" else "MIN"

    @property
    def many(self) -> bool:
        """Return whether the players must be told apart by name: more than two, or each for themselves."""
        return self.game.players > 2 or self.algorithm == "max-n"
