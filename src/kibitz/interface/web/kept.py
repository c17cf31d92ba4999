"""Answers that are shared by all pages, and worked out again when a file has changed.

Law. Whoever asks waits for at most BRIEFLY, and gets what is known then. For each answer at most one thread works, and
it rests at least SHARE times as long as it worked; so a store with a million games costs no more than a small one.
"""

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any

from kibitz.interface.web.searches import step_back

BRIEFLY = 1.0
SHARE = 10.0


class Kept:
    """An answer, and when it is out of date.

    work: returns the answer; None means that there is none yet.
    mark: returns what changes whenever the answer may.
    rest: the least seconds between two answers.
    """

    def __init__(self, work: Callable[[], Any], mark: Callable[[], Hashable], rest: float) -> None:
        self.work, self.mark, self.rest = work, mark, rest
        self.lock = threading.Lock()
        self.answer: Any = None
        self.wrong: Exception | None = None
        self.marked: Hashable = None  # the mark at the last answer
        self.cost, self.due = 0.0, 0.0  # seconds of this machine's time that it took, and when to look again
        self.working: threading.Event | None = None

    def get(self) -> Any:
        """Return the answer as it is known; raise what went wrong with it."""
        with self.lock:
            if self.working is None and time.monotonic() >= self.due and (mark := self.mark()) != self.marked:
                self.working = threading.Event()
                threading.Thread(target=self.refresh, args=(mark, self.working), daemon=True, name="kept").start()
            working = self.working
        if working is not None and self.cost < BRIEFLY:
            working.wait(BRIEFLY)
        if self.wrong is not None:
            raise self.wrong.with_traceback(None)
        return self.answer

    def refresh(self, mark: Hashable, working: threading.Event) -> None:
        """Work the answer out."""
        step_back()
        began, answer, wrong = time.thread_time(), None, None
        try:
            answer = self.work()
        except Exception as error:
            wrong = error
        with self.lock:
            self.answer, self.wrong, self.working = answer, wrong, None
            self.marked = None if wrong else mark  # what went wrong is tried again
            self.cost = time.thread_time() - began
            self.due = time.monotonic() + max(self.rest, SHARE * self.cost)
        working.set()
