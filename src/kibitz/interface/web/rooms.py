"""Where a question is answered: a room is a process, or a set of them.

Law. The rules of the user's own game run in its room and nowhere else, and nothing is compiled in the server's process,
which runs only the rules of built-in games; these are short and known to end.

    question                               where
    anything about the user's own game     its room, a process of its own
    a search of a built-in game            the common room, another process
    anything else                          the server's process

What pages are told about stores is found in the server's process; only boards of the user's own game are drawn in its
room.
"""

import asyncio
import threading
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError
from kibitz.interface.web.answers import Answers
from kibitz.interface.web.lessons import Lessons
from kibitz.interface.web.records import game_in
from kibitz.interface.web.replay import Replays
from kibitz.interface.web.results import Stores
from kibitz.interface.web.searches import Searches, Tell, Work, in_thread, stepping_back
from kibitz.interface.web.shelf import Shelf
from kibitz.interface.web.worker import Room
from kibitz.search.algorithm import ALGORITHMS, default_name

BEGINNING = 30.0
"""Seconds for the user's own rules to load."""
PATIENCE = 10.0
"""Seconds for the answer to a short question."""
LOOKING = ("children", "steps", "page")
"""Questions about the last tree, wherever it was grown."""
HERE = ("tree",)
"""Long questions that compile nothing: a tree is kept where the page's later questions find it."""


class Own(Room):
    """The room of the game of the command line."""

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        try:
            self.description: dict[str, Any] = self.ask(0, "describe", {}, seconds=BEGINNING)
        except BaseException:
            self.close()
            raise
        self.names = {spec, self.description["game"]}


class Rooms:
    """All rooms of a server."""

    def __init__(self, own: Own | None, lessons: Lessons | None = None, stores: Sequence[Path] = ()) -> None:
        self.own, self.common = own, Room()
        self.lessons = lessons or Lessons()
        self.shelf = Shelf(first=[own.description] if own else [])
        self.replays = Replays(self.shelf)
        self.stores = Stores(stores, self.shelf, self.replay)

    def of(self, answers: Answers, ask: str, message: dict[str, Any]) -> Room | None:
        """Return the room of a question; None for the server's process."""
        if ask in LOOKING:
            return self.own if answers.tree_elsewhere else None
        if ask in self.stores.questions:
            return None
        game = game_in(message) if ask == "open" else message.get("game")
        if self.own and isinstance(game, str) and game in self.own.names:
            return self.own
        return self.common if ask in answers.long and ask not in HERE else None

    async def answer(self, answers: Answers, ask: str, message: dict[str, Any]) -> Any:
        """Return the answer to a short question."""
        room = self.of(answers, ask, message)
        if room is None:
            return await in_time(answers.short[ask], message)
        return await in_thread(lambda: room.ask(answers.page, ask, message, seconds=PATIENCE))

    async def begin(self, answers: Answers, ask: str, message: dict[str, Any]) -> tuple[Work, Searches]:
        """Prepare a long question; return its work and the queue in which it waits."""
        room, kernel = self.of(answers, ask, message), None
        if room is not self.own or room is None:
            work = await in_time(answers.long[ask], message)  # refuses invalid questions before they wait
            kernel = await in_time(self.kernel, message)
        if ask == "tree":
            answers.tree_elsewhere = room is not None
        if room is None:
            return stepping_back(work), self.common.searches

        def elsewhere(stop: threading.Event, tell: Tell) -> Any:
            return room.ask(answers.page, ask, message, stop, tell, kernel=kernel)

        return elsewhere, room.searches

    def replay(self, spec: str, lines: list[dict[str, Any]]) -> list[dict[str, Any] | None]:
        """Play games of a store again, and return what a page shows of each."""
        message = {"game": spec, "lines": lines}
        if self.own and spec in self.own.names:
            found: list[dict[str, Any] | None] = self.own.ask(0, "replay", message, seconds=PATIENCE)
            return found
        return self.replays.shown(message)

    def kernel(self, message: dict[str, Any]) -> Hashable:
        """Return what identifies the code that a search of a built-in game compiles."""
        algorithm = message.get("algorithm")
        known = algorithm in ALGORITHMS
        return message["game"], algorithm if known else default_name(self.shelf.find(message["game"]))

    def forget(self, answers: Answers) -> None:
        """Forget everything about a page."""
        for room in filter(None, (self.own, self.common)):
            room.forget(answers.page)

    def close(self) -> None:
        """End every process."""
        for room in filter(None, (self.own, self.common)):
            room.close()


async def in_time(function: Callable[[dict[str, Any]], Any], message: dict[str, Any]) -> Any:
    """Call this without blocking other pages, and within a time limit."""
    try:
        return await asyncio.wait_for(asyncio.to_thread(function, message), PATIENCE)
    except TimeoutError:
        raise KibitzError(f"no answer within {PATIENCE:g} seconds; try again with a smaller request") from None
