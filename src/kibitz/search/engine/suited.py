"""Which of the engine's searches suits a game."""

from typing import Any

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.search.engine.others import Others
from kibitz.search.engine.scoring import scale_of


def is_averaged(game: Game[Any], others: Others) -> bool:
    """Return whether a game is searched for one deciding player, with averages (`averaging`)."""
    return game.rules.chances is not None or game.players != 2 or others.model != 0


def refuse_unsuited(game: Game[Any], others: Others) -> None:
    """Raise if the engine cannot play a game with this model of the other players."""
    others.check(game)
    if game.players == 1 or others.share == 0:
        return
    if game.players > 2 and len(set(game.rules.teams or range(game.players))) > 2:
        raise OptionError(
            f"the engine is for one or two sides, but {game.name} has {game.players} players; use max-n, or model the "
            "others: others=random"
        )
    if game.players == 2 and not scale_of(game).constant:
        raise OptionError(f"the engine cannot play {game.name}, which is not constant-sum; use max-n")
