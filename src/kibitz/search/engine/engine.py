"""The engine: the strongest search of a game. It keeps its table, or its tree, from move to move.

It has several searches, and chooses the one that suits the game (`suited`):
    pvs               principal variation search (`kernel`), for two players without chance
    expectiminimax    with a table (`averaging`), for games of chance and of one player, and for models of the others
    max-n, paranoid, best-reply    for three and more players (`many`)
    mcts              Monte Carlo tree search (`kibitz.search.mcts`), for any game
With exact=True the score is that of minimax, expectiminimax or max-n at the depth reached, in the engine's own scoring
(`scoring`, `held`).
"""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Unpack

from kibitz.errors import OptionError
from kibitz.game import Game
from kibitz.loader import Loadable, opened, state_of
from kibitz.model import Model
from kibitz.search.engine.averages import Averager, Averages
from kibitz.search.engine.desk import ENGINE_MOVES
from kibitz.search.engine.findings import Findings, with_move
from kibitz.search.engine.level import MOST_LEVEL, Level
from kibitz.search.engine.machinery import Machinery, Unfit
from kibitz.search.engine.many import BestReply, MaxN, Paranoid, Shares
from kibitz.search.engine.others import others_from
from kibitz.search.engine.settings import AVERAGING, BEST_REPLY, DEFAULT_SETTINGS, MAX_N, MCTS, PARANOID, PVS, Settings
from kibitz.search.engine.suited import search_of
from kibitz.search.mcts.findings import Visits
from kibitz.search.mcts.machinery import MonteCarlo
from kibitz.search.request import Options, Request, refuse_unknown, request_of
from kibitz.search.result import Info, Result
from kibitz.search.textbook.keep import Keep
from kibitz.state import State
from kibitz.weights import Weights

LEAST_SECONDS = 0.01
"""The least number of seconds for a search that starts again after meeting something it was not prepared for."""

PARTS: dict[str, tuple[Any, Any]] = {
    PVS: (Machinery, Findings),
    AVERAGING: (Averager, Averages),
    MAX_N: (MaxN, Shares),
    PARANOID: (Paranoid, Averages),
    BEST_REPLY: (BestReply, Averages),
    MCTS: (MonteCarlo, Visits),
}
"""What each of the engine's searches is made of: how it is set up, and how its findings are read."""


class Engine:
    """A search of one game that keeps its table from one search to the next."""

    def __init__(
        self,
        game: Loadable,
        settings: Settings | None = None,
        keep: Keep | None = None,
        compiled: bool | None = None,
        **given: Any,
    ) -> None:
        """Make an engine for a game, or for the name of one that `load` finds.

        given: single settings by name (see `Settings`): Engine("connect-four", table=16, threads=2).
        """
        refuse_unknown(given, vars(DEFAULT_SETTINGS))
        self.game = self.given = opened(game)
        self.settings = replace(settings or DEFAULT_SETTINGS, **given)
        self.keep, self.compiled = keep, compiled
        self.name = self.suited()
        self.machineries: dict[str, Any] = {}
        self.machinery = self.machinery_of(self.name)
        self.in_use = threading.Lock()

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name, value in vars(self.settings).items()]
        return f"<Engine for {self.game.spec()}: {', '.join(given)}>"

    def __reduce__(self) -> Any:
        """Pickle how the engine was made; the copy starts with an empty table."""
        return Engine, (self.game, self.settings, self.keep, self.compiled)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Reserve the engine for one search; raise if another is running, because they would overwrite each other."""
        if not self.in_use.acquire(blocking=False):
            raise OptionError("this engine is already searching; wait for it to finish, or make another Engine")
        try:
            yield
        finally:
            self.in_use.release()

    def suited(self) -> str:
        """Return the name of the search that was chosen, or that suits the game."""
        by_depth = self.keep is not None or self.settings.exact
        return search_of(self.game, self.settings.search, others_from(self.settings.others), by_depth)

    def machinery_of(self, name: str) -> Any:
        """Return the machinery of one of the engine's searches, made when it is first needed."""
        if name not in self.machineries:
            self.machineries[name] = PARTS[name][0](self.game, self.settings, self.keep, self.compiled)
        return self.machineries[name]

    def clear(self) -> None:
        """Forget everything, so that the next search does not depend on earlier ones."""
        with self.alone():
            for machinery in self.machineries.values():
                machinery.clear()

    def set_weights(self, weights: Weights | Model) -> None:
        """Use other weights from now on. The table is emptied; only a model of another shape is compiled anew.

        A game that had no evaluation so far may then be searched in another way.
        """
        with self.alone():
            self.game = self.game.with_weights(weights)
            if self.game.twin is None:
                self.machineries.clear()
                self.name = self.suited()
                self.machinery = self.machinery_of(self.name)
            for machinery in self.machineries.values():
                machinery.reweigh(self.game)

    def analyze(self, what: Game[Any] | State | None = None, **options: Unpack[Options]) -> Result:
        """Search a game in progress (by default the start), and return the best move and everything that was found.

        The options are those of `kibitz.analyze`; `Settings` cannot be changed here.
        """
        request = self.request(what, options)
        *_, result = self.search(request)
        return replace(result, listed=request.lines)

    def think(self, what: Game[Any] | State | None = None, **options: Unpack[Options]) -> Iterator[Info]:
        """Search like `analyze`, and yield what is known after each depth."""
        for result in self.search(self.request(what, options)):
            yield result.info()

    def request(self, what: Game[Any] | State | None, options: Options) -> Request:
        """Return the request for a game in progress."""
        given: dict[str, Any] = dict(options)
        refuse_unknown(given)
        state = state_of(what or self.game, given.pop("position", None), given.pop("moves", ""))
        request = request_of(state, given)
        if given:
            raise OptionError(f"{', '.join(given)} cannot be changed in a search; make another Engine")
        return request

    def search(self, request: Request) -> Iterator[Result]:
        """Search at the engine's level, and yield what is known after each depth; the last result has the move to play.

        A weak level searches fewer nodes and may choose a move other than the best; a seed chooses among equal ones.
        """
        number = self.settings.level
        if number is None and (request.seed is None or self.search_for(request) == MCTS):  # whose visits it chooses
            yield from self.deepen(request)
            return
        level = Level(number or MOST_LEVEL)
        if number is not None:
            counted = "visits" if self.search_for(request) == MCTS else "nodes"
            most = level.visits() if counted == "visits" else level.nodes()
            changed: Any = {counted: min(getattr(request.limit, counted) or most, most)}
            request = replace(request, limit=replace(request.limit, **changed))
        if request.seed is not None or level.tolerance():
            request = replace(request, lines=ENGINE_MOVES)
        for result in self.deepen(request):
            yield result
        move = level.choose(result, request.seed)
        if move != result.move and move is not None:
            yield with_move(result, move)

    def refuse_other(self, game: Game[Any]) -> None:
        """Raise if a game is not the engine's own; other weights do not matter, the engine has its own."""
        if self.game.is_same(game, weights=False) or self.given.is_same(game, weights=False):
            return
        if self.game.spec() == game.spec():
            raise OptionError(f"this engine was made for {game.spec()} with other rules; make another Engine")
        raise OptionError(f"this engine is for {self.game.spec()}, not for {game.spec()}")

    def own(self, request: Request) -> Request:
        """Return a request in terms of this engine's own game, which may have been loaded more than once."""
        if request.game is self.game:
            return request
        self.refuse_other(request.game)
        kind, p = type(self.game.start()), request.position
        return replace(request, game=self.game, position=kind._make(p) if hasattr(kind, "_make") else p)

    def search_for(self, request: Request) -> str:
        """Return which search answers a request: one to a depth cannot be Monte Carlo's, unless that was chosen."""
        if self.name == MCTS and self.settings.search is None and request.limit.depth is not None:
            return search_of(self.game, None, others_from(self.settings.others), by_depth=True)
        return self.name

    def deepen(self, request: Request) -> Iterator[Result]:
        """Search within the limit at full strength, and yield what is known after each depth; the last is the result.

        A search that stops because the engine was not prepared for what the rules return starts again.
        """
        request = self.own(request)
        legal = self.game.moves(request.position)
        wanted = legal if request.moves is None else [move for move in legal if move in request.moves]
        name = self.search_for(request)
        machinery = self.machinery_of(name)
        chosen = machinery.kept_at_root(request, wanted)
        found = PARTS[name][1](machinery, request.position, request.player)
        if not chosen or request.limit.depth == 0:
            yield found.at_once()
            return
        with self.alone():
            while True:
                started = time.perf_counter()
                try:
                    yield from machinery.attempt(request, found, chosen)
                    return
                except Unfit as failed:
                    spent = time.perf_counter() - started
                    machinery.adapt(failed, request.position)
                    if (seconds := request.limit.seconds) is not None:
                        limit = replace(request.limit, seconds=max(seconds - spent, LEAST_SECONDS))
                        request = replace(request, limit=limit)
