"""Which of the engine's searches suits a game."""

import math
import random
from typing import Any
from weakref import WeakKeyDictionary

from kibitz.errors import OptionError, did_you_mean
from kibitz.game import Game
from kibitz.rules import no_opinion
from kibitz.search.engine.others import PLAY_BEST, Others
from kibitz.search.engine.scoring import scale_of
from kibitz.search.engine.settings import AVERAGING, BEST_REPLY, MAX_N, MCTS, PARANOID, PVS, SEARCHES
from kibitz.search.wander import wander

SAMPLE_GAMES, SAMPLE_PLIES = 3, 120
LARGE = 20.0
"""The logarithm to base 10 of the number of games from which one that says nothing of its positions is better searched
by Monte Carlo; smaller ones are searched to their ends. Connect Four has about 17, kalah 24."""
sizes: WeakKeyDictionary[Game[Any], float] = WeakKeyDictionary()
MANY = (MAX_N, PARANOID, BEST_REPLY, MCTS)
"""The searches for more than two sides."""


def sides_of(game: Game[Any]) -> int:
    """Return how many sides a game has: players, or teams."""
    return len(set(game.rules.teams or range(game.players)))


def search_of(game: Game[Any], name: str | None = None, others: Others = PLAY_BEST, by_depth: bool = False) -> str:
    """Return the name of the search for a game: this one, or by default the one that suits it; raise if it does not.

    by_depth: the search must be able to stop at a depth.
    """
    others.check(game)
    if name is None:
        return default_search(game, others, by_depth)
    if name not in SEARCHES:
        known = did_you_mean(name, SEARCHES) or f"; there are {', '.join(SEARCHES)}"
        raise OptionError(f"the engine has no search {name!r}{known}")
    if others.model and name != AVERAGING:
        raise OptionError(f"{name} cannot model the other players; leave out search, or use search={AVERAGING}")
    if name == PVS and (game.players != 2 or game.rules.chances is not None or not scale_of(game).constant):
        raise OptionError(f"{PVS} is for two players and constant sums, without chance; leave out search")
    if name in (PARANOID, BEST_REPLY) and sides_of(game) < 3:
        teams = f" in {sides_of(game)} teams" if game.rules.teams else ""
        raise OptionError(f"{name} is for three and more players, each alone; {game.name} has {game.players}{teams}")
    if name == AVERAGING and not others.model and (sides_of(game) > 2 or not is_constant(game)):
        raise OptionError(f"{AVERAGING} is for one or two sides; for {game.name} use {', '.join(MANY)}")
    return name


def is_constant(game: Game[Any]) -> bool:
    """Return whether what one of two players wins the other loses, as far as is known."""
    return game.players != 2 or scale_of(game).constant


def default_search(game: Game[Any], others: Others, by_depth: bool) -> str:
    """Return the name of the search that suits a game best."""
    if others.model:
        return AVERAGING
    if game.rules.searched_by is not None and not (by_depth and game.rules.searched_by == MCTS):
        return search_of(game, game.rules.searched_by)
    if not is_constant(game):
        return MAX_N
    if sides_of(game) > 2:
        return MAX_N if by_depth else MCTS
    if game.players != 2 or game.rules.chances is not None:
        return AVERAGING
    return MCTS if not by_depth and is_unjudged(game) and size_of(game) >= LARGE else PVS


def is_unjudged(game: Game[Any]) -> bool:
    """Return whether a game does not say which positions or moves are good."""
    rules = game.rules
    return rules.evaluate is no_opinion and rules.priority is None and rules.candidates is None


def size_of(game: Game[Any]) -> float:
    """Return the logarithm of how many games there are, by the number of moves at each ply of a few random ones."""
    if game not in sizes:
        choose = random.Random(0)
        positions = [p for _ in range(SAMPLE_GAMES) for p, _ in wander(game, choose, SAMPLE_PLIES)]
        sizes[game] = sum(math.log10(max(1, len(game.moves(p)))) for p in positions) / SAMPLE_GAMES
    return sizes[game]
