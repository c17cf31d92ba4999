"""A player: an algorithm with its settings, or a random mover, written as text.

alpha-beta    alpha-beta:depth=4    rb-alpha-beta:seconds=0.2,keep_rate=0.5    random
"""

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import OptionError, did_you_mean
from kibitz.game import Game, split_parameters
from kibitz.search.analyze import ALGORITHMS, builder_of, default_algorithm, keep_of, search
from kibitz.search.keep import Keep
from kibitz.search.limit import Limit
from kibitz.search.result import Result

RANDOM = "random"
SETTINGS = {
    "depth": int,
    "nodes": int,
    "seconds": float,
    "keep_rate": float,
    "keep_least": int,
    "deepening_depth": int,
}


@dataclass
class Player:
    """Somebody who chooses moves."""

    algorithm: str | None = None  # None: what suits the game
    limit: Limit = field(default_factory=lambda: Limit(seconds=1.0))
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None

    def __str__(self) -> str:
        limits = {name: getattr(self.limit, name) for name in ("depth", "seconds", "nodes")}
        given = {**{name: value for name, value in limits.items() if value is not None}, **self.options}
        listed = ",".join(f"{name}={value:g}" for name, value in given.items())
        name = self.algorithm or "default"
        return f"{name}:{listed}" if listed and name != RANDOM else name

    def check(self, game: Game[Any]) -> None:
        """Raise unless this player can play the game."""
        if self.algorithm != RANDOM:
            builder_of(game, self.algorithm or default_algorithm(game))
            self.keep()

    def choose(
        self,
        game: Game[Any],
        p: Any,
        stop: threading.Event | None = None,
        seen: Callable[[Result], None] = lambda result: None,
    ) -> tuple[int, Result | None]:
        """Choose a move, and say what was found; `seen` hears of each depth. A random mover finds nothing."""
        legal = game.legal(p)
        if self.algorithm == RANDOM:
            text = f"{self.seed} {game.to_text(p)}"
            return random.Random(text).choice(legal), None
        keep = self.keep()
        for result in search(game, p, self.algorithm, self.limit, keep=keep, seed=self.seed, stop=stop):
            seen(result)
        return (legal[0] if result.move is None else result.move), result

    def keep(self) -> Keep | None:
        """Give what the filter keeps, for a player that has one."""
        filters = ("keep_rate", "keep_least", "deepening_depth")
        return keep_of(self.algorithm, *(self.options.get(name) for name in filters))


def player_from(text: str, seed: int | None = None) -> Player:
    """Read a player from text."""
    name, _, listed = text.partition(":")
    if name != RANDOM and name not in ("", "default") and name not in ALGORITHMS:
        raise OptionError(f"there is no player {name!r}{did_you_mean(name, [*ALGORITHMS, RANDOM, 'default'])}")
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
