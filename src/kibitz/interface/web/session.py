"""One page's conversation: it asks, and is answered; what takes time is done one at a time and can be stopped.

    {"id": 7, "ask": "state", "game": "connect-four", "start": null, "moves": [3, 3]}
    {"id": 7, "answer": {…}}    {"id": 7, "error": "…"}    {"id": 7, "info": {…}} on the way of something long

A page holds its own game and sends it whole each time, so nothing is lost with a connection.
"""

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.errors import KibitzError, OptionError
from kibitz.interface.web import lessons, records
from kibitz.interface.web.line import Lines
from kibitz.interface.web.message import MOST_BYTES, parsed, text_in
from kibitz.interface.web.review import reviewing
from kibitz.interface.web.searches import Searches, Work
from kibitz.interface.web.shelf import Shelf
from kibitz.interface.web.thinking import preparing, thinking
from kibitz.interface.web.tree import Trees

BRIEFLY = 1.0
"""Seconds that something stopped is waited for."""
log = logging.getLogger("uvicorn.error")
PATIENCE = 10.0
"""Seconds that the answer to a short question may take; rules that hang are left behind after it."""


class Session:
    """What is known of one page while it is there."""

    def __init__(self, socket: WebSocket, shelf: Shelf, searches: Searches) -> None:
        self.socket, self.searches = socket, searches
        self.lines = Lines(shelf)
        self.trees = Trees()
        self.stop = threading.Event()
        self.early = threading.Event()  # stops what is compiled before it is wanted
        self.task: asyncio.Task[None] | None = None
        self.left: set[asyncio.Task[None]] = set()  # what ends by itself
        self.short: dict[str, Callable[[dict[str, Any]], Any]] = {
            "games": lambda message: shelf.listed(),
            "state": lambda message: self.lines.read(message).state(),
            "record": lambda message: records.written(self.lines.read(message), message),
            "open": lambda message: records.opened(shelf, message),
            "children": self.trees.children,
            "steps": self.trees.steps,
            "lessons": lambda message: lessons.listed(),
            "lesson": lessons.checked,
        }
        self.long: dict[str, Callable[[dict[str, Any]], Work]] = {
            "think": lambda message: thinking(self.lines.read(message), message),
            "review": lambda message: reviewing(self.lines.read(message), message),
            "tree": lambda message: self.trees.growing(self.lines.read(message), message),
            "audit": lambda message: self.trees.auditing(self.lines.read(message), message),
        }

    async def run(self) -> None:
        """Talk until the page goes; then nothing of it is left."""
        await self.socket.accept()
        try:
            while True:
                await self.hear(await self.socket.receive_text())
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            self.early.set()
            await self.halt()

    async def hear(self, text: str) -> None:
        """Answer one message."""
        number: Any = None
        try:
            if len(text) > MOST_BYTES:
                raise OptionError(f"a message has at most {MOST_BYTES} bytes")
            message = parsed(text)
            number = message.get("id")
            if isinstance(number, bool) or not isinstance(number, int):
                raise OptionError("a message needs an id, a whole number")
            await self.answer(number, text_in(message, "ask", most=40), message)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            await self.send({"id": number if isinstance(number, int) else None, "error": words_of(error)})

    async def answer(self, number: int, ask: str, message: dict[str, Any]) -> None:
        """Answer at once what is short, and begin what is long."""
        if ask == "stop":
            await self.halt()
            await self.send({"id": number, "answer": None})
        elif ask == "prepare":
            work = await in_time(lambda each: preparing(self.lines.read(each)), message)
            self.early.set()  # a page waits in line with one game only
            self.early = threading.Event()
            self.leave(asyncio.create_task(self.carry_out(number, work, self.early)))
        elif ask in self.short:
            await self.send({"id": number, "answer": await in_time(self.short[ask], message)})
        elif ask in self.long:
            await self.halt()
            work = await in_time(self.long[ask], message)
            self.stop = threading.Event()
            self.task = asyncio.create_task(self.carry_out(number, work, self.stop))
        else:
            raise OptionError(f"there is nothing to ask by {ask!r}")

    async def carry_out(self, number: int, work: Work, stop: threading.Event) -> None:
        """Run something long and answer it."""

        async def send(word: dict[str, Any]) -> None:
            await self.send({"id": number, "info": word})

        try:
            answer = {"id": number, "answer": await self.searches.run(work, send, stop)}
        except WebSocketDisconnect:
            return
        except Exception as error:
            answer = {"id": number, "error": words_of(error)}
        with contextlib.suppress(WebSocketDisconnect):
            await self.send(answer)

    async def halt(self) -> None:
        """Stop what is being done, and wait for its answer; what is being compiled cannot stop, and ends by itself."""
        self.stop.set()
        if self.task is not None:
            await asyncio.wait([self.task], timeout=BRIEFLY)
            if not self.task.done():
                self.leave(self.task)
            self.task = None

    def leave(self, task: asyncio.Task[None]) -> None:
        """Let something come to its end by itself."""
        self.left.add(task)
        task.add_done_callback(self.left.discard)

    async def send(self, message: dict[str, Any]) -> None:
        """Say something to the page; if it has gone, that is a disconnection however it shows."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=plain)
        try:
            await self.socket.send_text(text)
        except RuntimeError as error:
            raise WebSocketDisconnect from error


def words_of(error: Exception) -> str:
    """Say what is wrong; a mistake of ours is told to the page and written down."""
    if isinstance(error, KibitzError):
        return str(error)
    log.error("a question could not be answered", exc_info=error)
    return f"kibitz failed: {type(error).__name__}: {error}"


def plain(number: Any) -> Any:
    """Write a number of a rule's own type as Python's."""
    return number.item()


async def in_time(function: Callable[[dict[str, Any]], Any], message: dict[str, Any]) -> Any:
    """Call this without holding up other pages, and not for ever."""
    try:
        return await asyncio.wait_for(asyncio.to_thread(function, message), PATIENCE)
    except TimeoutError:
        raise KibitzError(f"no answer within {PATIENCE:g} seconds: do the rules of this game hang?") from None
