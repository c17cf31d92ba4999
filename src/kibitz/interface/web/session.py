"""One page's conversation: it asks, and is answered; what takes time is done one at a time and can be stopped.

    {"id": 7, "ask": "state", "game": "connect-four", "start": null, "moves": [3, 3]}
    {"id": 7, "answer": {…}}    {"id": 7, "error": "…"}    {"id": 7, "info": {…}} on the way of something long

A page holds its own game and sends it whole each time, so nothing is lost with a connection.
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

BRIEFLY = 1.0
"""Seconds that something stopped is waited for."""


class Session:
    """What is known of one page while it is there."""

    def __init__(self, socket: WebSocket, rooms: Rooms) -> None:
        self.socket, self.rooms = socket, rooms
        self.answers = Answers(rooms.shelf)
        self.stop = threading.Event()
        self.early = threading.Event()  # stops what is compiled before it is wanted
        self.task: asyncio.Task[None] | None = None
        self.left: set[asyncio.Task[None]] = set()  # what ends by itself

    async def run(self) -> None:
        """Talk until the page goes; then nothing of it is left."""
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
        """Return the next message; bytes are not one, and are refused like an empty text."""
        try:
            return await self.socket.receive_text()
        except KeyError:
            return ""

    async def hear(self, text: str) -> None:
        """Answer one message."""
        number: int | None = None
        try:
            if len(text) > MOST_BYTES:
                raise OptionError(f"a message has at most {MOST_BYTES} bytes")
            message = parsed(text)
            given = message.get("id")
            if isinstance(given, bool) or not isinstance(given, int):
                raise OptionError("a message needs an id, a whole number")
            number = given
            await self.answer(number, text_in(message, "ask", most=40), message)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            await self.send({"id": number, "error": words_of(error)})

    async def answer(self, number: int, ask: str, message: dict[str, Any]) -> None:
        """Answer at once what is short, and begin what is long."""
        if ask == "stop":
            await self.halt()
            await self.send({"id": number, "answer": None})
        elif ask == "prepare":
            begun = await self.rooms.begin(self.answers, ask, message)
            self.early.set()  # a page waits in line with one game only
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
            raise OptionError(f"there is nothing to ask by {ask!r}")

    async def carry_out(self, number: int, work: Work, searches: Searches, stop: threading.Event) -> None:
        """Run something long and answer it."""

        async def send(word: dict[str, Any]) -> None:
            await self.send({"id": number, "info": word})

        try:
            answer = {"id": number, "answer": await searches.run(work, send, stop)}
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
