"""A request to a search: a position with its history, the player whose score is wanted, and the limits."""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypedDict

from kibitz.errors import OptionError, did_you_mean
from kibitz.game import Game
from kibitz.loader import Loadable
from kibitz.rules import CHANCE
from kibitz.search.limit import Limit, is_int, limit_of
from kibitz.state import State

Tell: TypeAlias = Callable[[int, int], None]
Searched: TypeAlias = Loadable | State
"""What can be searched: the name or file of a game, a game, or a game in progress."""

DEFAULT_LIMIT = Limit(seconds=1.0)
RECENT = 12
"""How many of the last moves a request names: enough for a round of any game."""


def silent(nodes: int, depth: int) -> None:
    """Ignore progress reports."""


class Options(TypedDict, total=False):
    """The keyword options of a search: for `analyze`, `think`, `Engine.analyze`, `audit` and `why`."""

    position: Any  # where the game begins: text, or the position itself
    moves: str | Iterable[int | str]  # moves played before the search
    depth: int | None  # the limits: plies,
    seconds: float | None  # seconds of searching,
    nodes: int | None  # positions visited,
    visits: int | None  # simulations of mcts,
    limit: Limit | None  # or all of them as one value; the default is one second
    player: int | None  # whose score to return; by default the player to move
    lines: int  # with more than 1, this many moves get an exact score
    seed: int | None  # choose at random among equally good moves instead of taking the first
    table: float  # the engine's transposition table, in MB
    threads: int  # the engine's threads
    exact: bool  # the engine: return the minimax score at the depth reached
    without: Sequence[str]  # techniques that the engine leaves out
    level: int | None  # how strong the engine plays, from 1 to 10
    search: str | None  # which of its searches the engine uses; by default the one that suits the game
    playouts: float | None  # mcts: the share of playouts in a value, against that of the evaluation
    others: str  # how the engine assumes that the other players choose: best, random, policy or best:0.8
    odds: float  # the engine, with chance: lines less likely than this are evaluated instead of searched
    keep_rate: float | Sequence[float] | None  # the share of children that RB's filter keeps
    keep_least: int | None  # the least number it keeps
    deepening_depth: int | None  # how deep it searches children to rank them
    compiled: bool | None  # True or False; None compiles if the rules allow it
    stop: threading.Event | None  # ends the search when it is set
    tell: Tell  # called regularly with the nodes searched and the depth reached


@dataclass(frozen=True)
class Request:
    """A request to a search."""

    game: Game[Any]
    position: Any
    player: int  # whose score to return
    limit: Limit = DEFAULT_LIMIT
    history: Sequence[Any] = ()  # keys of the positions before this one, as `State.history` has them
    recent: Sequence[tuple[Any, int]] = ()  # the last moves, each with the position before it
    lines: int = 1  # how many moves get an exact score
    seed: int | None = None  # chooses among equally good moves; None: the first
    moves: Sequence[int] | None = None  # the engine: the root's moves to search; None: all
    stop: threading.Event = field(default_factory=threading.Event)
    tell: Tell = silent
    begin: threading.Event | None = None  # the engine: time counts from when this is set; None: immediately

    def __post_init__(self) -> None:
        if not is_int(self.lines) or self.lines < 1:
            raise OptionError(f"lines must be a whole number of at least 1, got {self.lines!r}")
        if not is_int(self.player) or not 0 <= self.player < self.game.players:
            raise OptionError(f"player must be 0 to {self.game.players - 1}, got {self.player!r}")

    @classmethod
    def of(cls, state: State, player: int | None = None, limit: Limit | None = None, **rest: Any) -> "Request":
        """Make a request for the position of a state, by default for the player to move and one second."""
        if player is None:
            player = 0 if state.turn == CHANCE else state.turn
        limit = limit if limit and limit != Limit() else DEFAULT_LIMIT
        recent = tuple(zip(state.positions[-RECENT - 1 : -1], state.played[-RECENT:], strict=True))
        return cls(state.game, state.position, player, limit, state.history, recent, **rest)


LIMITS = ("depth", "seconds", "nodes", "visits", "limit")
ASKED = ("player", "lines", "seed", "tell")


def request_of(state: State, options: dict[str, Any]) -> Request:
    """Take what belongs to a request out of named options."""
    limit = limit_of(*(options.pop(name, None) for name in LIMITS))
    asked = {name: options.pop(name) for name in ASKED if name in options}
    if (stop := options.pop("stop", None)) is not None:
        asked["stop"] = stop
    return Request.of(state, asked.pop("player", None), limit, **asked)


def refuse_unknown(options: Iterable[str], known: Iterable[str] = Options.__annotations__) -> None:
    """Raise an error for an unknown option."""
    for name in options:
        if name not in known:
            hint = did_you_mean(name, known) or f"; there are {', '.join(known)}"
            raise OptionError(f"there is no option {name!r}{hint}")
