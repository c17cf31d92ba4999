"""The check of games, in a thread of its own: a rule that never returns must not keep its author waiting."""

import ctypes
import math
import random
import threading
import time
from collections.abc import Callable
from typing import Any

from kibitz.checker.guard import Abandoned, Guard, TimeUp
from kibitz.checker.promises import Promises
from kibitz.checker.report import Report
from kibitz.checker.speeds import Speeds
from kibitz.game import Game

GRACE = 1.0
"""Seconds that a rule may still take when time is up before it counts as one that does not return."""
POLL = 0.05
"""Seconds between looks at the thread."""


def check_games(
    game: Game[Any],
    seed: int,
    first: int,
    games: int,
    seconds: float,
    compiled: bool | None,
    stop: threading.Event | None,
    tell: Callable[[str], None],
) -> Report:
    """Check the games of a seed from the first of these numbers on."""
    started = time.monotonic()
    report = Report(game.spec(), seed)
    guard = Guard(game)
    work = Work(game, guard, report)
    guard.start(seconds)
    if stop is not None and stop.is_set():
        guard.halt.set()
    speeds = compiled is not False and game.compile_by_default
    thread = threading.Thread(target=work.run, args=(first, games, seconds, speeds, tell), daemon=True)
    thread.start()
    try:
        wait(thread, guard, stop)
    finally:
        guard.halt.set()
        if thread.is_alive():
            abandon(thread, guard, report)
    if work.error:
        raise work.error
    report.seconds = time.monotonic() - started
    return report


class Work:
    """The work of the thread."""

    def __init__(self, game: Game[Any], guard: Guard, report: Report) -> None:
        self.game, self.guard, self.report = game, guard, report
        self.error: BaseException | None = None  # an error in kibitz itself

    def run(self, first: int, games: int, seconds: float, speeds: bool, tell: Callable[[str], None]) -> None:
        """Play the games, then compare the speeds."""
        try:
            promises = Promises(self.guard, self.report)
            self.play(promises, first, games, tell)
            promises.remarks.tell()
            if speeds and promises.visited and not self.report.failures and not self.guard.halt.is_set():
                tell("compiling")
                self.guard.start(math.inf)
                Speeds(self.game, self.guard, self.report, promises.visited).compare(seconds)
        except Abandoned:
            return
        except BaseException as error:
            self.error = error

    def play(self, promises: Promises, first: int, games: int, tell: Callable[[str], None]) -> None:
        """Play random games while there is time."""
        try:
            for number in range(games):
                self.guard.look()
                tell(f"game {number + 1} of {games}")
                self.report.games = number + 1
                promises.play_one(random.Random(f"{self.report.seed} {first + number}"))
        except TimeUp:
            self.report.finished = False


def wait(thread: threading.Thread, guard: Guard, stop: threading.Event | None) -> None:
    """Wait for the thread, until shortly after its deadline or until it is stopped."""
    late = 0  # counts looks, not seconds, because the whole process may have been suspended
    while thread.is_alive() and late * POLL < GRACE:
        if stop is not None and stop.is_set():
            guard.halt.set()
        if guard.halt.is_set() or time.monotonic() > guard.deadline:
            late += 1
        thread.join(POLL)


def abandon(thread: threading.Thread, guard: Guard, report: Report) -> None:
    """Blame the rule that does not return, and end its thread unless it runs compiled code or the compiler."""
    report.finished = False
    if guard.deadline < math.inf:
        rule, since = guard.asking or ("values", guard.returned)
        if (taken := time.monotonic() - since) >= GRACE / 2:
            what = "had not been compared, copied or written" if rule == "values" else "had not returned"
            report.found(rule, f"{what} after {taken:.0f} s", guard.names)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Abandoned))
        thread.join(GRACE / 2)
    report.hung = thread.is_alive()
