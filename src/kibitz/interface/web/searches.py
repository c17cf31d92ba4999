"""Runs searches for many pages: no more at a time than there are cores; the others wait in a queue.

A search runs in its own thread and leaves its latest report in a slot. A page takes it from there when it can: nothing
piles up for a slow page, and no search waits for one. The search of a page that stops reading is cancelled.
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
"""Seconds between two reports of a search."""
REST = 0.05
"""Seconds between two reports that are sent; those in between are held back."""
MOST_WAITING = 64
NICE = 10
"""The lower priority of searches relative to the rest of the server."""
SWITCH = 0.0005
"""Seconds after which Python switches threads, so that sending does not wait for searches."""
MOST_SECONDS = 120.0
"""The most seconds of a search; then it is stopped."""
PATIENCE = 5.0
"""Seconds for a stopped search to end, and for a report to be sent; rules that hang longer are left behind."""
Tell: TypeAlias = Callable[[dict[str, Any]], None]
Work: TypeAlias = Callable[[threading.Event, Tell], Any]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]


class Busy(KibitzError):
    """Too many searches are already waiting."""


class Searches:
    """A few places to search in, and a queue for them."""

    def __init__(self, places: int | None = None) -> None:
        self.places = places or os.cpu_count() or 1
        self.running = 0
        self.waiting: deque[asyncio.Event] = deque()

    async def run(self, work: Work, send: Send, stop: threading.Event) -> Any:
        """Wait for a place, run this there, and send its reports; cancelling the task stops it."""

        async def patiently(word: dict[str, Any]) -> None:
            try:
                await asyncio.wait_for(send(word), PATIENCE)
            except TimeoutError:
                raise KibitzError("stopped: the page no longer reads the search's reports") from None

        await self.enter(patiently, stop)
        try:
            return await self.listen(work, patiently, stop)
        finally:
            self.leave()

    async def enter(self, send: Send, stop: threading.Event) -> None:
        """Wait in the queue, reporting one's place there."""
        if self.running < self.places:
            self.running += 1
            return
        if len(self.waiting) >= MOST_WAITING:
            raise Busy("too many searches are waiting; try again later")
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
        """Leave the queue, or pass on a place that was just assigned."""
        if turn in self.waiting:
            self.waiting.remove(turn)
        elif turn.is_set():
            self.leave()

    def leave(self) -> None:
        """Pass the place to the next in the queue."""
        if self.waiting:
            self.waiting.popleft().set()
        else:
            self.running -= 1

    async def listen(self, work: Work, send: Send, stop: threading.Event) -> Any:
        """Run this in a thread, and send its latest report as soon as it is there."""
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
                        raise KibitzError("the search did not stop and was left behind")
            if slot:
                await send(slot.pop("newest"))
        finally:
            stop.set()
            if not future.done():
                await asyncio.wait([future], timeout=PATIENCE)
        return future.result()


def in_thread(function: Callable[[], Any]) -> "asyncio.Future[Any]":
    """Run this in a thread of its own, which does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    future.add_done_callback(lambda done: done.cancelled() or done.exception())  # the caller may have gone

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
        with contextlib.suppress(RuntimeError):  # the loop may be closed
            loop.call_soon_threadsafe(finish, result, failed)

    threading.Thread(target=run, daemon=True, name="search").start()
    return future


def stepping_back(work: Work) -> Work:
    """Run this thread at a lower priority, so that pages are answered while it works."""

    def run(stop: threading.Event, tell: Tell) -> Any:
        step_back()
        return work(stop, tell)

    return run


def step_back() -> None:
    """Lower the priority of this thread."""
    with contextlib.suppress(OSError, AttributeError):  # only Linux has thread priorities
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
