"""A player: an algorithm with its settings, or a random mover, written as text.

engine    engine:seconds=0.05,level=3    alpha-beta:depth=4    rb-alpha-beta:seconds=0.2,keep_rate=0.5    random
"""

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import OptionError, did_you_mean
from kibitz.game import Game, split_parameters
from kibitz.search.analyze import ENGINE, NAMES, builder_of, default_algorithm, keep_of, search, suits_engine
from kibitz.search.engine import Engine, Settings
from kibitz.search.keep import Keep
from kibitz.search.limit import Limit
from kibitz.search.result import Result

RANDOM = "random"
FILTER = {"keep_rate": float, "keep_least": int, "deepening_depth": int}
ENGINE_SETTINGS = {"threads": int, "table": float, "level": int, "exact": int, "without": str}
SETTINGS = {"depth": int, "nodes": int, "seconds": float, **FILTER, **ENGINE_SETTINGS}


@dataclass
class Player:
    """Somebody who chooses moves."""

    algorithm: str | None = None  # None: what suits the game
    limit: Limit = field(default_factory=lambda: Limit(seconds=1.0))
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    engine: Engine | None = field(default=None, repr=False)  # keeps its table from move to move

    def __str__(self) -> str:
        limits = {name: getattr(self.limit, name) for name in ("depth", "seconds", "nodes")}
        given = {**{name: value for name, value in limits.items() if value is not None}, **self.options}
        texts = {name: value if isinstance(value, str) else f"{value:g}" for name, value in given.items()}
        listed = ",".join(f"{name}={text}" for name, text in texts.items())
        name = self.algorithm or "default"
        return f"{name}:{listed}" if listed and name != RANDOM else name

    def check(self, game: Game[Any]) -> None:
        """Raise unless this player can play the game."""
        algorithm = self.algorithm or default_algorithm(game)
        if algorithm == ENGINE:
            suits_engine(game)
        elif algorithm != RANDOM:
            builder_of(game, algorithm)
            self.settings().refuse_for(algorithm)
        self.keep(algorithm)

    def choose(
        self,
        game: Game[Any],
        p: Any,
        stop: threading.Event | None = None,
        seen: Callable[[Result], None] = lambda result: None,
        history: Sequence[Any] = (),
    ) -> tuple[int, Result | None]:
        """Choose a move, and say what was found; `seen` hears of each depth. A random mover finds nothing.

        history: keys of the positions before this one, as `analyze` takes them.
        """
        legal = game.legal(p)
        if self.algorithm == RANDOM:
            text = f"{self.seed} {game.to_text(p)}"
            return random.Random(text).choice(legal), None
        algorithm = self.algorithm or default_algorithm(game)
        keep, settings = self.keep(algorithm), self.settings()
        if algorithm == ENGINE and (self.engine is None or self.engine.game is not game):
            self.engine = Engine(game, settings, keep)
        options: dict[str, Any] = {
            "seed": self.seed,
            "stop": stop,
            "history": history,
            "settings": settings,
            "engine": self.engine,
        }
        for result in search(game, p, algorithm, self.limit, keep=keep, **options):
            seen(result)
        return (legal[0] if result.move is None else result.move), result

    def keep(self, algorithm: str) -> Keep | None:
        """Give what the filter keeps, for a player that has one."""
        return None if algorithm == RANDOM else keep_of(algorithm, *(self.options.get(name) for name in FILTER))

    def settings(self) -> Settings:
        """Give how its engine is made."""
        given = {name: value for name, value in self.options.items() if name in ENGINE_SETTINGS}
        if "without" in given:
            given["without"] = tuple(given["without"].split("+"))
        return Settings.of(given)


def player_from(text: str, seed: int | None = None) -> Player:
    """Read a player from text."""
    name, _, listed = text.partition(":")
    if name != RANDOM and name not in ("", "default") and name not in NAMES:
        raise OptionError(f"there is no player {name!r}{did_you_mean(name, [*NAMES, RANDOM, 'default'])}")
    values: dict[str, Any] = {}
    for key, value in split_parameters(listed).items():
        if key not in SETTINGS:
            raise OptionError(f"a player has no setting {key!r}{did_you_mean(key, SETTINGS)}")
        try:
            values[key] = SETTINGS[key](value)
        except ValueError:
            raise OptionError(f"{key} must be a number, got {value!r}") from None
    limits = {key: values.pop(key) for key in ("depth", "seconds", "nodes") if key in values}
    limit = Limit(**limits) if limits else Limit(seconds=1.0)
    return Player(None if name in ("", "default") else name, limit, values, seed)
