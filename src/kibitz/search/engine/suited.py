"""Which of the engine's searches suits a game."""

from typing import Any

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.search.engine.others import PLAY_BEST, Others
from kibitz.search.engine.settings import AVERAGING, MCTS, PVS


def sides_of(game: Game[Any]) -> int:
    """Return how many sides a game has: players, or teams."""
    return len(set(game.rules.teams or range(game.players)))


def search_of(game: Game[Any], name: str | None = None, others: Others = PLAY_BEST) -> str:
    """Return the name of the search for a game: this one, or by default the one that suits it; raise if it does not."""
    others.check(game)
    if name is None:
        name = default_search(game, others)
    if name == MCTS and others.model:
        raise OptionError("mcts cannot model the other players: it lets everyone play their best")
    return name


def default_search(game: Game[Any], others: Others) -> str:
    """Return the name of the search that suits a game best."""
    if others.model or game.players == 1 or game.rules.chances is not None:
        return AVERAGING
    return PVS
