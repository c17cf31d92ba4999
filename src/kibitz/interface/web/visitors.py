"""A read-only server: visitors may see and try everything on their own pages, but only in small amounts.

Law. Nothing that a visitor asks runs longer than LONGEST, opens a file or changes what another visitor sees; and
questions that come faster than a person asks them wait. A search that asks for more time, nodes or visits than there
are gets what there is; a tree or an audit that asks for more depth is refused, because it would show something else.
"""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from kibitz.errors import OptionError
from kibitz.interface.web.searches import Tell, Work

MOST_BYTES = 1 << 16
"""The most bytes in a message."""
LONGEST = 30.0
"""Seconds after which any search, review or tree is stopped."""
MOST_PAGES = 50
"""The most pages of one address at a time: a class may share one."""
QUESTIONS, SEARCHES = (20.0, 200.0), (1.0, 20.0)
"""How many questions, and searches among them, a page may ask in a second; and at once after a while."""
CLAMPED: dict[str, dict[str, float]] = {
    "think": {"seconds": 5.0, "depth": 40, "nodes": 20_000_000, "visits": 1_000_000},
    "review": {"seconds": 0.2, "nodes": 1_000_000},
}
"""The most that a question gets of what it asks for."""
REFUSED: dict[str, dict[str, int]] = {
    "tree": {"depth": 10, "visits": 200},
    "audit": {"depth": 6},
}
"""The most that a question may ask for."""
USUAL: dict[str, dict[str, Any]] = {"think": {"seconds": 5.0}, "review": {"seconds": 0.2}}
"""What a question gets that leaves it open."""
FIXED: dict[str, dict[str, Any]] = {"tree": {"most_nodes": 20_000}}
"""What a question gets whatever it asks for."""


class Visitor:
    """One page of a read-only server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.questions, self.searches = Pace(*QUESTIONS, clock), Pace(*SEARCHES, clock)

    async def wait(self, is_search: bool) -> None:
        """Wait until this page may ask again."""
        delay = self.questions.take()
        if is_search:
            delay = max(delay, self.searches.take())
        if delay:
            await asyncio.sleep(delay)


class Pace:
    """How fast something may be done: at a steady rate, and a number of times at once after a while.

    rate: how many times in a second.
    most: how many times at once.
    """

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self.clock = rate, most, clock
        self.left, self.at = most, clock()

    def take(self) -> float:
        """Count one more time, and return for how many seconds to wait before it."""
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.at) * self.rate) - 1
        self.at = now
        return max(0.0, -self.left / self.rate)


class Lobby:
    """Counts the pages of each address."""

    def __init__(self) -> None:
        self.pages: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Admit a page of an address, unless it has too many."""
        if self.pages[address] >= MOST_PAGES:
            return False
        self.pages[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count a page that was closed."""
        self.pages[address] -= 1
        self.pages += Counter()  # drops those without a page


def modest(ask: str, message: dict[str, Any]) -> dict[str, Any]:
    """Return a question with what a visitor may have of what it asks for."""
    for name, most in REFUSED.get(ask, {}).items():
        if is_more(message.get(name), most):
            raise OptionError(f"{name} must be at most {most} on this server, which is read-only")
    clamped = {name: most for name, most in CLAMPED.get(ask, {}).items() if is_more(message.get(name), most)}
    return {**USUAL.get(ask, {}), **message, **clamped, **FIXED.get(ask, {})}


def is_more(value: Any, most: float) -> bool:
    """Return whether a field is a number that is too large; other fields are checked where they are used."""
    return isinstance(value, int | float) and value > most


def within(work: Work, seconds: float = LONGEST) -> Work:
    """Stop a long task after this many seconds."""

    def run(stop: threading.Event, tell: Tell) -> Any:
        timer = threading.Timer(seconds, stop.set)
        timer.daemon = True
        timer.start()
        try:
            return work(stop, tell)
        finally:
            timer.cancel()

    return run
