"""One page's conversation: questions and answers; long tasks run one at a time and can be stopped.

    {"id": 7, "ask": "state", "game": "connect-four", "start": null, "moves": [3, 3]}
    {"id": 7, "answer": {…}}    {"id": 7, "error": "…"}    {"id": 7, "info": {…}} during a long task

A page keeps its own game and sends all of it each time, so a lost connection loses nothing.
"""

import asyncio
import contextlib
import json
import threading
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.errors import OptionError
from kibitz.interface.web.answers import Answers, words_of
from kibitz.interface.web.message import MOST_BYTES, parsed, plain, text_in
from kibitz.interface.web.rooms import Rooms
from kibitz.interface.web.searches import Searches, Work
from kibitz.interface.web.visitors import MOST_BYTES as FEW_BYTES
from kibitz.interface.web.visitors import Visitor, modest, within

BRIEFLY = 1.0
"""Seconds to wait for a stopped task."""


class Session:
    """What is known about one page while it is connected; a visitor is the page of a read-only server."""

    def __init__(self, socket: WebSocket, rooms: Rooms, visitor: Visitor | None = None) -> None:
        self.socket, self.rooms, self.visitor = socket, rooms, visitor
        self.answers = Answers(rooms.shelf, rooms.lessons, rooms.stores)
        self.stop = threading.Event()
        self.early = threading.Event()  # stops compilation ahead of time
        self.task: asyncio.Task[None] | None = None
        self.left: set[asyncio.Task[None]] = set()  # tasks that end by themselves

    async def run(self) -> None:
        """Talk until the page disconnects; then forget everything about it."""
        await self.socket.accept()
        try:
            while True:
                await self.hear(await self.next_text())
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.early.set()
            await self.halt()
            self.rooms.forget(self.answers)

    async def next_text(self) -> str:
        """Return the next message; bytes are refused like an empty text."""
        try:
            return await self.socket.receive_text()
        except KeyError:
            return ""

    async def hear(self, text: str) -> None:
        """Answer one message."""
        number: int | None = None
        try:
            if len(text) > MOST_BYTES:
                raise OptionError(f"a message must have at most {MOST_BYTES} bytes")
            message = parsed(text)
            given = message.get("id")
            if isinstance(given, bool) or not isinstance(given, int):
                raise OptionError("a message needs an id, a whole number")
            number = given
            ask = text_in(message, "ask", most=40)
            if self.visitor:
                if len(text) > FEW_BYTES:
                    raise OptionError(f"a message must have at most {FEW_BYTES} bytes on this server")
                await self.visitor.wait(is_search=ask in self.answers.long)
                message = modest(ask, message)
            await self.answer(number, ask, message)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            await self.send({"id": number, "error": words_of(error)})

    async def answer(self, number: int, ask: str, message: dict[str, Any]) -> None:
        """Answer a short question at once, and start a long one."""
        if ask == "stop":
            await self.halt()
            await self.send({"id": number, "answer": None})
        elif ask == "prepare":
            begun = await self.rooms.begin(self.answers, ask, message)
            self.early.set()  # a page waits in the queue with one game only
            self.early = threading.Event()
            self.leave(asyncio.create_task(self.carry_out(number, *begun, self.early)))
        elif ask in self.answers.short:
            await self.send({"id": number, "answer": await self.rooms.answer(self.answers, ask, message)})
        elif ask in self.answers.long:
            await self.halt()
            begun = await self.rooms.begin(self.answers, ask, message)
            self.stop = threading.Event()
            self.task = asyncio.create_task(self.carry_out(number, *begun, self.stop))
        else:
            raise OptionError(f"unknown question {ask!r}")

    async def carry_out(self, number: int, work: Work, searches: Searches, stop: threading.Event) -> None:
        """Run a long task and send its answer."""

        async def send(word: dict[str, Any]) -> None:
            await self.send({"id": number, "info": word})

        if self.visitor:
            work = within(work)
        try:
            answer = {"id": number, "answer": await searches.run(work, send, stop)}
        except WebSocketDisconnect:
            return
        except Exception as error:
            answer = {"id": number, "error": words_of(error)}
        with contextlib.suppress(WebSocketDisconnect):
            await self.send(answer)

    async def halt(self) -> None:
        """Stop the current task and wait for its answer; compilation cannot stop, and ends by itself."""
        self.stop.set()
        if self.task is not None:
            await asyncio.wait([self.task], timeout=BRIEFLY)
            if not self.task.done():
                self.leave(self.task)
            self.task = None

    def leave(self, task: asyncio.Task[None]) -> None:
        """Let a task end by itself."""
        self.left.add(task)
        task.add_done_callback(self.left.discard)

    async def send(self, message: dict[str, Any]) -> None:
        """Send data to the page; if the page has gone, raise a disconnection."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=plain)
        try:
            await self.socket.send_text(text)
        except RuntimeError as error:
            raise WebSocketDisconnect from error
