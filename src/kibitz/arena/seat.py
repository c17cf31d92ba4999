"""A seat in a match: a player as text, an engine, a player, or a Python function.

engine    engine:seconds=0.05,level=3    alpha-beta:depth=4    rb-alpha-beta:seconds=0.2,keep_rate=0.5
engine:clock=10,increment=0.1    engine:clock=60,moves=40    engine:others=random,depth=4    random    policy
uci:/usr/games/stockfish,seconds=0.1,option.Threads=1    gtp:gnugo --mode gtp --level 1
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from kibitz.arena.player import AT_RANDOM, GTP, SETTINGS, UCI, Player, Seen, limit_from, read_settings, unseen
from kibitz.errors import OptionError, did_you_mean
from kibitz.game import Game
from kibitz.loader import split_parameters
from kibitz.search.algorithm import ALGORITHMS, ENGINE
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.settings import DEFAULT_SETTINGS
from kibitz.search.request import Request
from kibitz.search.result import Result
from kibitz.state import State

Chooser: TypeAlias = Callable[[State], int | str | None]
Seat: TypeAlias = str | Engine | Player | Chooser
"""What can play: a player as text, an engine, a player, or a function that returns a move, by name or by number."""
DEFAULT = "default"


@dataclass
class FunctionPlayer(Player):
    """A Python function that chooses moves."""

    function: Chooser = lambda state: None

    def __str__(self) -> str:
        return name_of(self.function)

    def check(self, game: Game[Any]) -> None:
        """Accept every game: whether the function can play it shows when it is called."""

    def choose(
        self,
        state: State,
        stop: threading.Event | None = None,
        seen: Seen = unseen,
        begin: threading.Event | None = None,
    ) -> tuple[int, Result | None]:
        """Return the move that the function chooses; it gets its own copy of the game."""
        chosen = self.function(state.copy())
        return state.copy().play(chosen).played[-1], None

    def warm_up(self, state: State) -> None:
        """Do nothing: the function may depend on how often it is called."""


@dataclass
class EnginePlayer(Player):
    """An engine made in Python, with its own settings and weights."""

    @classmethod
    def of(cls, engine: Engine, seed: int | None) -> "EnginePlayer":
        """Return a player that lets an engine think for a second a move."""
        usual = vars(DEFAULT_SETTINGS)
        options = {name: value for name, value in vars(engine.settings).items() if value != usual[name]}
        return cls(ENGINE, options=options, engine=engine, seed=seed)

    def check(self, game: Game[Any]) -> None:
        """Raise if the engine is for another game."""
        assert self.engine is not None
        self.engine.refuse_other(game)

    def think(
        self,
        state: State,
        stop: threading.Event | None = None,
        seen: Seen = unseen,
        begin: threading.Event | None = None,
    ) -> Result:
        """Let the engine search a game in progress within the limit."""
        assert self.engine is not None
        request = Request.of(state, limit=self.limit, seed=self.seed, begin=begin, stop=stop or threading.Event())
        for result in self.engine.search(request):
            seen(result)
        return result


def player_from(seat: Seat, seed: int | None = None) -> Player:
    """Return a new player for a seat."""
    if isinstance(seat, Player):
        return replace(seat, engine=None)
    if isinstance(seat, Engine):
        return EnginePlayer.of(seat, seed)
    if not isinstance(seat, str):
        if not callable(seat):
            raise OptionError(f"a player must be text, an Engine, a Player or a function of a State, got {seat!r}")
        return FunctionPlayer(algorithm=name_of(seat), function=seat, seed=seed)
    name, _, listed = seat.partition(":")
    if name == UCI:
        from kibitz.arena.uci_player import uci_player_from  # loads chess

        return uci_player_from(listed)
    if name == GTP:
        from kibitz.arena.gtp_player import gtp_player_from  # loads Go

        return gtp_player_from(listed)
    known = [*ALGORITHMS, *AT_RANDOM, DEFAULT]
    if name and name not in known:
        raise OptionError(f"there is no player {name!r}{did_you_mean(name, [*known, UCI, GTP])}")
    values = read_settings(split_parameters(listed), SETTINGS)
    limit = limit_from(values)
    return Player(None if name in ("", DEFAULT) else name, limit, values, seed)


def name_of(function: Any) -> str:
    """Return a function's name for records and results."""
    name = str(getattr(function, "__name__", type(function).__name__))
    return "function" if name == "<lambda>" else name
