"""The algorithms by name: what each finds and what it can do. To add one, write its file and add a line here."""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.compiler.plain import Builder
from kibitz.errors import KibitzWarning, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.search.engine.others import PLAY_BEST, Others
from kibitz.search.engine.scoring import scale_of
from kibitz.search.engine.settings import MCTS, Settings
from kibitz.search.engine.suited import search_of
from kibitz.search.textbook.alpha_beta import alpha_beta
from kibitz.search.textbook.expectimax import expectimax
from kibitz.search.textbook.expectiminimax import expectiminimax
from kibitz.search.textbook.keep import Keep
from kibitz.search.textbook.max_n import max_n
from kibitz.search.textbook.minimax import minimax
from kibitz.search.textbook.selective import rb_alpha_beta, rb_minimax


@dataclass(frozen=True)
class Algorithm:
    """A search that can be selected by name."""

    name: str
    builder: Builder | None  # makes its kernel for a game; None: the engine, which makes its own
    about: str
    prunes: bool = False  # some moves get only a bound
    filters: bool = False  # keeps a share of the children; `full` is the same search without the filter
    full: str = ""
    chances: bool = False  # can play games of chance
    many: bool = False  # finds a score for each player, for any number of players
    search: str | None = None  # which of the engine's searches this is

    @property
    def is_engine(self) -> bool:
        """Return whether the engine runs it, and not a textbook's search."""
        return self.builder is None

    def settings(self, settings: Settings) -> Settings:
        """Return the settings of the engine that runs it."""
        if self.search is None or settings.search == self.search:
            return settings
        if settings.search is not None:
            raise OptionError(f"search={settings.search} is for the engine, not for {self.name}")
        return replace(settings, search=self.search)


TABLE = (
    Algorithm("engine", None, "the best move it can find in the given time", prunes=True, chances=True),
    Algorithm("mcts", None, "Monte Carlo tree search: the move that simulations visit most", chances=True, search=MCTS),
    Algorithm("minimax", minimax, "the score of best play to a depth"),
    Algorithm("alpha-beta", alpha_beta, "minimax's score, skipping positions that cannot change it", prunes=True),
    Algorithm("expectimax", expectimax, "the average against players who move at random", chances=True),
    Algorithm("expectiminimax", expectiminimax, "best play by every player, nature's outcomes averaged", chances=True),
    Algorithm("rb-minimax", rb_minimax, "minimax over the most promising children", filters=True, full="minimax"),
    Algorithm(
        "rb-alpha-beta",
        rb_alpha_beta,
        "alpha-beta over the most promising children",
        prunes=True,
        filters=True,
        full="alpha-beta",
    ),
    Algorithm("max-n", max_n, "every player for themselves, any number of players", chances=True, many=True),
)
ALGORITHMS = {algorithm.name: algorithm for algorithm in TABLE}
FILTERING = tuple(algorithm.name for algorithm in TABLE if algorithm.filters)
ENGINE = "engine"


def algorithm_of(name: str) -> Algorithm:
    """Return the algorithm with this name."""
    if not isinstance(name, str):
        raise OptionError(f"the algorithm must be a name, got {name!r}; pass limits by keyword, such as depth=8")
    if name not in ALGORITHMS:
        known = did_you_mean(name, ALGORITHMS) or f"; there are {', '.join(ALGORITHMS)}"
        raise OptionError(f"there is no algorithm {name!r}{known}")
    return ALGORITHMS[name]


def suited(game: Game[Any], name: str, others: Others = PLAY_BEST, search: str | None = None) -> Algorithm:
    """Return the algorithm with this name; raise if it cannot play this game, or model the others so."""
    algorithm = algorithm_of(name)
    if algorithm.builder and game.rules.chances is not None and not algorithm.chances:
        raise OptionError(f"{name} cannot play {game.name}, a game of chance; use expectiminimax")
    if algorithm.is_engine:
        search_of(game, search or algorithm.search, others)
    return algorithm


def textbook(game: Game[Any], name: str) -> Algorithm:
    """Return the textbook algorithm with this name if it can play this game; the engine is not one."""
    if name in ALGORITHMS and ALGORITHMS[name].is_engine:
        listed = ", ".join(name for name, each in ALGORITHMS.items() if each.builder)
        who = "the engine" if name == ENGINE else name
        raise OptionError(f"{who} cannot do this; choose one of {listed}")
    return suited(game, name)


def textbook_name(game: Game[Any]) -> str:
    """Return the name of the textbook algorithm that suits a game.

    More than two sides, or two players whose utilities do not sum to a constant in a few random games: max-n. Otherwise
    expectiminimax with chance, alpha-beta without.
    """
    if game.players == 2 and not scale_of(game).constant:
        text = f"{game.name} is not a constant-sum game: searched with max-n, every player for themselves"
        warnings.warn(text, KibitzWarning, stacklevel=3)
        return "max-n"
    if game.players > 2 and len(set(game.rules.teams or range(game.players))) > 2:
        return "max-n"
    return "alpha-beta" if game.rules.chances is None else "expectiminimax"


def default_name(game: Game[Any], others: Others = PLAY_BEST) -> str:
    """Return the name of the algorithm for a game: the engine, except on trees."""
    search_of(game, None, others)
    return ENGINE if game.compile_by_default or others.model else textbook_name(game)


def ranked_by_priority(game: Game[Any], name: str) -> str | None:
    """Return, in a sentence, that the deepening depth has no effect, if an algorithm's filter asks the game instead."""
    if not algorithm_of(name).filters or game.rules.priority is None:
        return None
    return f"{game.name} ranks children by its own priority, so the deepening depth is not used"


def keep_of(
    name: str, rates: float | Sequence[float] | None, least: int | None, deepening_depth: int | None
) -> Keep | None:
    """Return what an algorithm's filter keeps; None for a search without a filter."""
    algorithm = ALGORITHMS.get(name)
    on_top = name == ENGINE and deepening_depth is None
    if on_top and rates is None and least is None:
        return None
    if on_top or algorithm is not None and algorithm.filters:
        listed = tuple(rates) if isinstance(rates, Iterable) else (1.0 if rates is None else rates,)
        return Keep(listed, 1 if least is None else least, deepening_depth or 0)
    given = {"keep rate": rates, "keep least": least, "deepening depth": deepening_depth}
    for option, value in given.items():
        if value is not None:
            raise OptionError(f"{option} is for {' and '.join(FILTERING)}, not for {name}")
    return None
