"""Run a search's kernel in threads, until it is done, out of time or stopped.

A kernel stops when it reads 0 in the LIMIT word of its desk. `Drive` runs one thread per desk, and one more that
watches the time and the stop event, so that the caller's thread stays free for Ctrl-C and progress reports.

    with Drive(request, kernel, desks, depth) as drive:
        while drive.running():
            ...  # report progress
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
"""Seconds between looks at the time and the stop event."""
POLL = 0.01
"""Seconds between wake-ups of the caller for progress reports."""
PATIENCE = 1.0
"""Seconds that a search may take to notice a stop; rules that hang longer are left behind."""


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
        together: bool = False,
    ) -> None:
        """Prepare to run.

        answered: whether there is already something to return; until then time and stop are ignored.
        wind_down: called when the clock says that no further depth should start.
        forced: there is only one move, which needs no thought.
        together: the search ends when all kernels have, not with the first desk's.
        """
        self.request, self.desks = request, desks
        self.answered, self.wind_down, self.forced = answered, wind_down, forced
        self.score: Any = None  # meaningless after a stop
        self.begun: float | None = None  # when the time of the limit began
        self.failed: list[BaseException] = []
        self.done = threading.Event()
        self.started = time.perf_counter()
        self.ended: float | None = None
        self.busy = set(range(len(desks)))  # the desks whose kernels are running

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
            if not self.busy if together else number == 0:
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
        # An interruption after a stop need not wait: the search has already had its time.
        patience = time.perf_counter() + (0 if kind is not None and self.request.stop.is_set() else PATIENCE)
        for thread in [*self.threads, self.watcher]:
            # Repeatedly, because a thread that starts a depth at this moment resets its limit.
            while thread.is_alive() and time.perf_counter() < patience:
                self.halt()
                thread.join(WATCH)
        if kind is None and self.failed:
            raise failure(self.request.game, self.request.position, self.failed[0]) from self.failed[0]

    def watch(self) -> None:
        """Stop the search when its time is up or a stop is requested."""
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
        """Return whether the time of the limit has begun."""
        begin = self.request.begin
        if self.begun is None and (begin is None or begin.is_set()):
            self.begun = self.started if begin is None else time.perf_counter()
        return self.begun is not None

    def spent(self) -> float:
        """Return the seconds of the limit that have passed."""
        return (self.ended or time.perf_counter()) - (self.begun or 0.0) if self.is_counting() else 0.0

    def left(self, most: float) -> float:
        """Return the seconds left for work after the search, at most this many; 0 after a stop."""
        hard = self.request.limit.deadline()
        left = most if hard is None else min(hard - self.spent(), most)
        return 0.0 if self.request.stop.is_set() else left

    def halt(self) -> None:
        """Make every running kernel unwind; the desk of one that has ended keeps its state."""
        for number in tuple(self.busy):
            self.desks[number][LIMIT] = 0

    def running(self) -> bool:
        """Wait a little, and return whether the search is still running."""
        return not self.done.wait(POLL)

    def seconds(self) -> float:
        """Return how long the search has run."""
        return (self.ended or time.perf_counter()) - self.started


def drive(
    request: Request, kernel: Kernel, desk: Desk, depth: int, tell: Callable[[], None] = lambda: None
) -> tuple[Any, float]:
    """Run a kernel on one desk; return its score, meaningless after a stop, and the seconds it took."""
    with Drive(request, kernel, [desk], depth) as running:
        while running.running():
            tell()
    return running.score, running.seconds()
