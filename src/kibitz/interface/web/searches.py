"""Runs searches for many pages: no more at a time than there are cores, the others wait in line.

A search runs in a thread of its own and leaves its newest word in a slot. Whoever listens takes it from there when
they can: nothing piles up for a slow one, and nobody waits for them. Who reads nothing at all loses their search.
"""

import asyncio
import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from kibitz.errors import KibitzError

UPDATE = 0.1
"""Seconds between two words of a search."""
REST = 0.05
"""Seconds between two words that are sent; what is said in between waits for the end of it."""
MOST_WAITING = 64
NICE = 10
"""How far searches stand back from the rest of the server."""
SWITCH = 0.0005
"""Seconds after which a thread of Python lets another go on: who sends must not wait for all who work."""
MOST_SECONDS = 120.0
"""Of one search; then it is stopped."""
PATIENCE = 5.0
"""How long a stopped search may take to notice, and a word to be taken; rules that hang are left behind after it."""
Tell: TypeAlias = Callable[[dict[str, Any]], None]
Work: TypeAlias = Callable[[threading.Event, Tell], Any]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]


class Busy(KibitzError):
    """Too many searches wait already."""


class Searches:
    """A few places to search in, and a line before them."""

    def __init__(self, places: int | None = None) -> None:
        self.places = places or os.cpu_count() or 1
        self.running = 0
        self.waiting: deque[asyncio.Event] = deque()

    async def run(self, work: Work, send: Send, stop: threading.Event) -> Any:
        """Wait for a place, run this there, and send on what it says; a task that is cancelled stops it."""

        async def patiently(word: dict[str, Any]) -> None:
            try:
                await asyncio.wait_for(send(word), PATIENCE)
            except TimeoutError:
                raise KibitzError("stopped: nobody takes what the search says") from None

        await self.enter(patiently, stop)
        try:
            return await self.listen(work, patiently, stop)
        finally:
            self.leave()

    async def enter(self, send: Send, stop: threading.Event) -> None:
        """Wait in line, and be told one's place there."""
        if self.running < self.places:
            self.running += 1
            return
        if len(self.waiting) >= MOST_WAITING:
            raise Busy("too many searches are waiting; try again in a while")
        turn = asyncio.Event()
        self.waiting.append(turn)
        try:
            place = 0
            while not turn.is_set() and not stop.is_set():
                now = self.waiting.index(turn) + 1
                if now != place:
                    place = now
                    await send({"waiting": place})
                try:
                    await asyncio.wait_for(turn.wait(), UPDATE)
                except TimeoutError:
                    continue
        except BaseException:
            self.give_up(turn)
            raise
        if not turn.is_set():
            self.give_up(turn)
            raise KibitzError("stopped while waiting")

    def give_up(self, turn: asyncio.Event) -> None:
        """Leave the line, or pass the place on that was just given."""
        if turn in self.waiting:
            self.waiting.remove(turn)
        elif turn.is_set():
            self.leave()

    def leave(self) -> None:
        """Give the place to the next in line."""
        if self.waiting:
            self.waiting.popleft().set()
        else:
            self.running -= 1

    async def listen(self, work: Work, send: Send, stop: threading.Event) -> Any:
        """Run this in a thread, and send its newest word as soon as it is there."""
        slot: dict[str, Any] = {}
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def tell(word: dict[str, Any]) -> None:
            slot["newest"] = {"made": time.time(), **word}
            loop.call_soon_threadsafe(news.set)

        future = in_thread(lambda: work(stop, tell))
        future.add_done_callback(lambda done: news.set())
        deadline = time.monotonic() + MOST_SECONDS
        try:
            while not future.done():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), UPDATE)
                news.clear()
                if (word := slot.pop("newest", None)) is not None:
                    await send(word)
                    await asyncio.wait([future], timeout=REST)
                if time.monotonic() > deadline:
                    stop.set()
                    if time.monotonic() > deadline + PATIENCE:
                        raise KibitzError("the search did not come to an end, and was left behind")
            if slot:
                await send(slot.pop("newest"))
        finally:
            stop.set()
            if not future.done():
                await asyncio.wait([future], timeout=PATIENCE)
        return future.result()


def in_thread(function: Callable[[], Any]) -> "asyncio.Future[Any]":
    """Run this in a thread of its own, which nobody waits for at the end of the program."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    future.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait for it any more

    def finish(result: Any, error: BaseException | None) -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def run() -> None:
        result, failed = None, None
        try:
            result = function()
        except BaseException as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(finish, result, failed)

    threading.Thread(target=run, daemon=True, name="search").start()
    return future


def stepping_back(work: Work) -> Work:
    """Let others go before the thread of this: pages are answered while it works."""

    def run(stop: threading.Event, tell: Tell) -> Any:
        with contextlib.suppress(OSError, AttributeError):  # only Linux has priorities of threads
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        return work(stop, tell)

    return run
