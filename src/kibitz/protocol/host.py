"""An engine behind a protocol: compiled in the background, stopped at any time, and able to ponder.

A search runs in its own thread. Another thread compiles from the very start; a search that is requested before that is
done runs plain at first, and compiled for the remaining time.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.game import Game
from kibitz.search.clock import LEAST
from kibitz.search.desk import MOST_DEPTH
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.settings import DEFAULT_SETTINGS, Settings
from kibitz.search.limit import Limit
from kibitz.search.request import Request, Tell, silent
from kibitz.search.result import Result
from kibitz.search.textbook.keep import Keep
from kibitz.state import State

PLAIN_SECONDS = 0.25
"""With less time than this the plain search would not finish its first depth."""
PLAIN_SHARE = 0.7
"""The plain search's share of its time: it is slow to stop, because the compiler takes turns with it."""
PLAIN_TABLE = 1.0
"""The plain search's table in MB."""
MATE_MARGIN = 6
"""How many plies beyond a mate the search may go for it, before every move is searched to the mate's depth."""


@dataclass
class Task:
    """A requested search: what to think about, how long, and what ends it."""

    state: State
    limit: Limit
    moves: list[int] | None = None  # to search; None: all
    mate: int | None = None  # stop when a mate in this many moves is proven
    infinite: bool = False
    lines: int = 1
    stop: threading.Event = field(default_factory=threading.Event)
    begin: threading.Event = field(default_factory=threading.Event)  # set unless pondering
    started: float = field(default_factory=time.perf_counter)
    thread: threading.Thread | None = None
    best: Result | None = None  # the best result so far
    answered: threading.Event = field(default_factory=threading.Event)
    answering: threading.Lock = field(default_factory=threading.Lock)

    def end(self) -> None:
        """Make the search end and answer."""
        self.stop.set()
        self.begin.set()


class Host:
    """Keeps one engine for a protocol, as its client last configured it."""

    def __init__(self, game: Game[Any], complain: Callable[[str], None], settings: Settings = DEFAULT_SETTINGS) -> None:
        """Make a host; `complain` is called with messages for the client."""
        self.game, self.complain, self.settings = game, complain, settings
        self.keep: Keep | None = None
        self.forget = False  # a new game has started
        self.engine: Engine | None = None
        self.plain: Engine | None = None
        self.compiled = threading.Event()
        self.compiler: threading.Thread | None = None

    def change(self, game: Game[Any]) -> None:
        """Search another game from now on: the same one with another evaluation."""
        self.game = game
        self.engine = self.plain = self.compiler = None
        self.compiled = threading.Event()

    def compile(self) -> None:
        """Start compiling, unless that has started already."""
        game, compiled = self.game, self.compiled

        def work() -> None:
            try:
                Engine(game, table=PLAIN_TABLE, search=self.settings.search)
            except Exception as error:
                self.complain(f"the engine runs plain, which is slower: {error}")
            else:
                compiled.set()

        if self.compiler is None:
            self.compiler = threading.Thread(target=work, daemon=True)
            self.compiler.start()

    def results(self, task: Task) -> Iterator[Result]:
        """Search, plain until the engine is compiled; yield what is known after each depth."""
        limit = task.limit
        if task.mate:
            deepest = min(2 * task.mate - 1 + MATE_MARGIN, MOST_DEPTH)
            limit = replace(limit, depth=min(limit.depth or deepest, deepest))
        if not self.compiled.is_set():
            found = None
            for found in self.plain_results(task, limit):
                yield found
            gone = time.perf_counter() - task.started if task.begin.is_set() else 0.0
            over = found is not None and found.finished or task.stop.is_set()
            if over or not self.compiled.is_set():
                return
            limit = less(limit, gone)
            if limit.seconds is not None and limit.seconds < LEAST:
                return
        engine = self.engine_now()
        for result in self.thought(engine, task, limit, task.stop):
            yield result
            if is_mate_in(result, task.mate):
                return
        if task.mate and not task.stop.is_set() and task.limit == Limit():
            # Search all moves to the depth of the mate: if there is one, it is found.
            exact = Engine(self.game, replace(engine.settings, exact=True, level=None))
            for result in self.thought(exact, task, Limit(depth=min(2 * task.mate - 1, MOST_DEPTH)), task.stop):
                if is_mate_in(result, task.mate):
                    yield result
                    return

    def plain_results(self, task: Task, limit: Limit) -> Iterator[Result]:
        """Search plain until the compiled engine is ready."""
        deadline = limit.deadline()
        if deadline is not None and deadline < PLAIN_SECONDS:
            self.compiled.wait(deadline / 2)
            return
        self.complain("the engine is being compiled; until then it runs plain")
        level, search = self.settings.level, self.settings.search
        if self.plain is None or self.plain.settings.level != level:
            self.plain = Engine(self.game, table=PLAIN_TABLE, level=level, search=search, compiled=False)
        halt = threading.Event()

        def look(nodes: int, depth: int) -> None:
            if self.compiled.is_set() or task.stop.is_set():
                halt.set()

        if deadline is not None:
            limit = replace(limit, seconds=PLAIN_SHARE * deadline, clock=None)
        yield from self.thought(self.plain, task, limit, halt, look)

    def thought(
        self, engine: Engine, task: Task, limit: Limit, stop: threading.Event, tell: Tell = silent
    ) -> Iterator[Result]:
        """Search a task with an engine; yield its results."""
        request = Request.of(
            task.state,
            lines=task.lines,
            seed=time.time_ns() & 0xFFFF if engine.settings.level is not None else None,
            moves=task.moves,
            stop=stop,
            tell=tell,
            begin=task.begin,
        )
        yield from engine.search(replace(request, limit=limit))  # even if there is none

    def engine_now(self) -> Engine:
        """Return the engine as the client configured it; its table stays if only the level has changed."""
        engine, wanted = self.engine, self.settings
        if engine is None or engine.keep != self.keep or replace(engine.settings, level=wanted.level) != wanted:
            try:
                self.engine = Engine(self.game, wanted, self.keep)
            except MemoryError:
                if engine is None:
                    raise
                self.complain(f"there is not enough memory for a table of {wanted.table} MB; the old one is kept")
        elif self.forget:
            engine.clear()
        self.forget = False
        assert self.engine is not None
        self.engine.settings = replace(self.engine.settings, level=wanted.level)
        return self.engine


def is_mate_in(result: Result, moves: int | None) -> bool:
    """Return whether a mate in this many of the player's own moves is proven."""
    proven = result.proven == "win" and result.distance is not None
    return moves is not None and proven and (result.distance or 0) <= 2 * moves - 1


def less(limit: Limit, gone: float) -> Limit:
    """Return a limit reduced by the time that has passed."""
    if not gone or limit.deadline() is None:
        return limit
    hard = [] if limit.seconds is None else [limit.seconds - gone]
    soft = [limit.clock.soft() - gone] if limit.clock else []
    return replace(limit, seconds=max(min(hard + soft), LEAST / 2), clock=None)
