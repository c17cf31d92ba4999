"""A player chooses moves in a game. Here: an algorithm with its settings, and players that move at random."""

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from kibitz.errors import GameError, OptionError, did_you_mean
from kibitz.game import Game
from kibitz.rules import MOST_SCORE, RULES
from kibitz.search.algorithm import algorithm_of, default_name, keep_of, suited
from kibitz.search.analyze import search
from kibitz.search.clock import Clock
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.others import BEST, others_from
from kibitz.search.engine.settings import MCTS, NO_DEPTH, Settings, techniques_of
from kibitz.search.limit import Limit
from kibitz.search.request import Request
from kibitz.search.result import Result
from kibitz.search.textbook.keep import Keep
from kibitz.state import State

Seen: TypeAlias = Callable[[Result], None]
RANDOM, POLICY = "random", "policy"
AT_RANDOM = (RANDOM, POLICY)
"""The players that do not search: every move is equally likely, or as likely as the game's `policy` says."""
UCI, GTP = "uci", "gtp"
FILTER = {"keep_rate": float, "keep_least": int, "deepening_depth": int}
ENGINE_SETTINGS = {
    "threads": int,
    "table": float,
    "level": int,
    "exact": int,
    "without": str,
    "search": str,
    "playouts": float,
    "others": str,
    "odds": float,
}
CLOCK = {"clock": float, "increment": float, "moves": int}
"""Seconds for the game or for this many moves, and the increment for each move."""
LIMITS = {"depth": int, "nodes": int, "visits": int, "seconds": float, **CLOCK}
SETTINGS = {**LIMITS, **FILTER, **ENGINE_SETTINGS}


def unseen(result: Result) -> None:
    """Ignore intermediate results of a search."""


class Resignation(GameError):
    """A player gives up the game."""


@dataclass
class Player:
    """An algorithm with its settings, or one of the players that move at random."""

    algorithm: str | None = None  # None: the one that suits the game
    limit: Limit = field(default_factory=lambda: Limit(seconds=1.0))
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    engine: Engine | None = field(default=None, repr=False)  # keeps its table from move to move
    seat: int = 0  # its seat in a match
    other_clock: Clock | None = None  # the other player's clock

    def __str__(self) -> str:
        limits = {name: getattr(self.limit, name) for name in ("depth", "seconds", "nodes", "visits")}
        if clock := self.limit.clock:
            limits |= {"clock": clock.left, "increment": clock.increment or None, "moves": clock.moves_to_go}
        given = {**{name: value for name, value in limits.items() if value is not None}, **self.options}
        texts = {name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in given.items()}
        listed = ",".join(f"{name}={text}" for name, text in texts.items())
        name = self.algorithm or "default"
        return f"{name}:{listed}" if listed and name not in AT_RANDOM else name

    def check(self, game: Game[Any]) -> None:
        """Raise unless this player can play the game."""
        others = others_from(self.options.get("others", BEST))
        algorithm = self.algorithm or default_name(game, others)
        if algorithm in AT_RANDOM:
            if algorithm == POLICY and game.rules.policy is None:
                raise OptionError(f"policy cannot play {game.name}, which has none; write: {RULES['policy'].form}")
            return
        settings = self.settings()
        if (chosen := suited(game, algorithm, others, settings.search)).is_engine:
            settings = chosen.settings(settings)
            techniques_of(settings, game)
            if settings.search == MCTS and self.limit.depth is not None:
                raise OptionError(NO_DEPTH)
        else:
            self.settings().refuse_for(algorithm)
        self.keep(algorithm)

    def choose(
        self,
        state: State,
        stop: threading.Event | None = None,
        seen: Seen = unseen,
        begin: threading.Event | None = None,
    ) -> tuple[int, Result | None]:
        """Return a move and the result of searching for it, which is None for a forced move and for a move at random.

        seen: called with the result of each depth.
        begin: the time of the limit counts from when this is set; by default from now. Only the engine can wait.
        """
        legal = state.moves()
        if self.algorithm in AT_RANDOM:
            return self.drawn(state, legal), None
        if len(legal) == 1:
            return legal[0], None
        result = self.think(state, stop, seen, begin)
        return (legal[0] if result.move is None else result.move), result

    def drawn(self, state: State, legal: list[int]) -> int:
        """Return a move drawn at random; with a seed, always the same at this point of a game."""
        once = f"{self.seed} {len(state.played)} {state.text}"
        chance = random.Random() if self.seed is None else random.Random(once)
        if self.algorithm == RANDOM:
            return chance.choice(legal)
        weights = [float(state.game.ask("policy", state.position, move)) for move in legal]
        if not (min(weights) >= 0 and 0 < sum(weights) < MOST_SCORE):
            wrong = f"the weights {weights}, which must be at least 0, and not all 0"
            raise GameError(f"`policy` of {state.game.name} returned {wrong}")
        return chance.choices(legal, weights)[0]

    def think(
        self,
        state: State,
        stop: threading.Event | None = None,
        seen: Seen = unseen,
        begin: threading.Event | None = None,
    ) -> Result:
        """Search a game in progress within the limit."""
        game = state.game
        algorithm = self.algorithm or default_name(game, others_from(self.options.get("others", BEST)))
        keep, settings = self.keep(algorithm), self.settings()
        chosen = algorithm_of(algorithm)
        if chosen.is_engine and (self.engine is None or self.engine.game is not game):
            self.engine = Engine(game, chosen.settings(settings), keep)
        request = Request.of(state, limit=self.limit, seed=self.seed, begin=begin, stop=stop or threading.Event())
        for result in search(request, self.algorithm, keep, settings, engine=self.engine):
            seen(result)
        return result

    def warm_up(self, state: State) -> None:
        """Run one shallow search, so that everything is loaded and compiled."""
        if self.algorithm not in AT_RANDOM:
            replace(self, limit=Limit(nodes=1)).think(state)

    def keep(self, algorithm: str) -> Keep | None:
        """Return what the filter keeps, for an algorithm that has one."""
        return keep_of(algorithm, *(self.options.get(name) for name in FILTER))

    def settings(self) -> Settings:
        """Return the settings of the player's engine."""
        given = {name: value for name, value in self.options.items() if name in ENGINE_SETTINGS}
        if "without" in given:
            given["without"] = tuple(given["without"].split("+"))
        return Settings.of(given)


def read_settings(given: dict[str, str], known: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a player, read from text."""
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key not in known:
            raise OptionError(f"a player has no setting {key!r}{did_you_mean(key, known)}")
        try:
            values[key] = known[key](value)
        except ValueError:
            raise OptionError(f"{key} must be a number, got {value!r}") from None
    return values


def limit_from(values: dict[str, Any]) -> Limit:
    """Take the limit out of a player's settings; one second if there is none."""
    limits = {key: values.pop(key) for key in LIMITS if key in values}
    times = [limits.pop(key, None) for key in CLOCK]
    if times[0] is not None:
        limits["clock"] = Clock(times[0], times[1] or 0.0, times[2])
    elif any(time is not None for time in times):
        raise OptionError("increment and moves need a clock: add clock=SECONDS")
    return Limit(**limits) if limits else Limit(seconds=1.0)
