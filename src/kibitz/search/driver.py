"""Runs the kernel of a search: in threads, until it is done, out of time or told to stop.

A kernel stops when it reads 0 in the LIMIT word of its desk. `Drive` runs one thread for each desk, and one more that
watches the time and the stop event, so that the caller's thread stays free for Ctrl-C and for telling how far it is.

    with Drive(request, kernel, desks, depth) as drive:
        while drive.running():
            ...  # tell somebody
    drive.score, drive.seconds()
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.compiler.plain import Desk, Kernel
from kibitz.search.desk import LIMIT
from kibitz.search.mistake import failure
from kibitz.search.request import Request

WATCH = 0.004
"""How often time and the stop event are looked at, in seconds."""
POLL = 0.01
"""How often the caller is woken up to tell how far the search is, in seconds."""
PATIENCE = 1.0
"""How long a search may take to notice that it is stopped; rules that hang are left behind after it."""


class Drive:
    """The threads of one search, and one more that stops them in time."""

    def __init__(
        self,
        request: Request,
        kernel: Kernel,
        desks: Sequence[Desk],
        depth: int,
        *,
        answered: Callable[[], bool] = lambda: True,
        wind_down: Callable[[], None] = lambda: None,
        forced: bool = False,
    ) -> None:
        """Prepare to run.

        answered: whether there is something to return already; before that time and stop do not count.
        wind_down: called when a clock says that no further depth should begin.
        forced: there is one move, which needs no thought.
        """
        self.request, self.desks = request, desks
        self.answered, self.wind_down, self.forced = answered, wind_down, forced
        self.score: Any = None  # not to be used after a stop
        self.begun: float | None = None  # when the limit's time began
        self.failed: list[BaseException] = []
        self.done = threading.Event()
        self.started = time.perf_counter()
        self.ended: float | None = None
        self.busy = set(range(len(desks)))  # the desks whose kernels run

        def work(number: int) -> None:
            if number == 0:
                self.started = time.perf_counter()
            try:
                score = kernel(request.position, request.player, depth, desks[number])
                if number == 0:
                    self.score = score
            except BaseException as error:
                self.failed.append(error)
            self.busy.discard(number)
            if number == 0:
                self.ended = time.perf_counter()
                self.done.set()

        self.threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(desks))]
        self.watcher = threading.Thread(target=self.watch, daemon=True)

    def __enter__(self) -> "Drive":
        for thread in [*self.threads, self.watcher]:
            thread.start()
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.done.set()
        # A search that was stopped before an interruption has had its time.
        patience = time.perf_counter() + (0 if kind is not None and self.request.stop.is_set() else PATIENCE)
        for thread in [*self.threads, self.watcher]:
            # More than once: a thread that begins a depth just now sets its limit anew.
            while thread.is_alive() and time.perf_counter() < patience:
                self.halt()
                thread.join(WATCH)
        if kind is None and self.failed:
            raise failure(self.request.game, self.request.position, self.failed[0]) from self.failed[0]

    def watch(self) -> None:
        """Stop the search when its time is over or somebody wants it to."""
        hard, clock = self.request.limit.deadline(), self.request.limit.clock
        while not self.done.is_set():
            spent = self.spent()
            wanted = self.request.stop.is_set() or hard is not None and spent >= hard
            if clock and (spent >= clock.soft() or self.forced and self.is_counting()):
                self.wind_down()
            if wanted and self.answered():
                self.halt()
            self.done.wait(WATCH if hard is None else min(WATCH, max(hard - spent, WATCH / 10)))

    def is_counting(self) -> bool:
        """Return whether the limit's time has begun."""
        begin = self.request.begin
        if self.begun is None and (begin is None or begin.is_set()):
            self.begun = self.started if begin is None else time.perf_counter()
        return self.begun is not None

    def spent(self) -> float:
        """Return how many seconds of the limit's time have passed."""
        return (self.ended or time.perf_counter()) - (self.begun or 0.0) if self.is_counting() else 0.0

    def left(self, most: float) -> float:
        """Return the seconds left for what comes after the search, at most this many; none after a stop."""
        hard = self.request.limit.deadline()
        left = most if hard is None else min(hard - self.spent(), most)
        return 0.0 if self.request.stop.is_set() else left

    def halt(self) -> None:
        """Make every kernel that runs unwind; the desk of one that has ended says how it ended."""
        for number in tuple(self.busy):
            self.desks[number][LIMIT] = 0

    def running(self) -> bool:
        """Wait a little, and return whether the search still runs."""
        return not self.done.wait(POLL)

    def seconds(self) -> float:
        """Return how long the search has run."""
        return (self.ended or time.perf_counter()) - self.started


def drive(
    request: Request, kernel: Kernel, desk: Desk, depth: int, tell: Callable[[], None] = lambda: None
) -> tuple[Any, float]:
    """Run a kernel on one desk; return its score, which means nothing after a stop, and its seconds."""
    with Drive(request, kernel, [desk], depth) as running:
        while running.running():
            tell()
    return running.score, running.seconds()
