"""Where a question is answered.

Law. Rules of the user's own game run in its room and nowhere else, and nothing is compiled in the server's process:
here run only the built-in games' own rules, which are short and known to end.

    what is asked                          where
    anything about the user's own game     its room, a process of its own
    a search of a built-in game            the common room, another process
    anything else                          here
"""

import asyncio
import threading
from collections.abc import Callable, Hashable
from typing import Any

from kibitz.errors import KibitzError
from kibitz.interface.web.answers import Answers
from kibitz.interface.web.records import game_in
from kibitz.interface.web.searches import Searches, Tell, Work, in_thread, stepping_back
from kibitz.interface.web.shelf import Shelf
from kibitz.interface.web.worker import Room
from kibitz.search.algorithm import ALGORITHMS, default_name

BEGINNING = 30.0
"""Seconds that the user's own rules may take to show what game they are."""
PATIENCE = 10.0
"""Seconds that the answer to a short question may take."""
LOOKING = ("children", "steps")
"""Questions about the tree that was grown last, wherever that was."""
HERE = ("tree",)
"""Long questions that compile nothing: a tree is kept where the page's other questions find it."""


class Own(Room):
    """The room of a game that is not built in."""

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        try:
            self.description: dict[str, Any] = self.ask(0, "describe", {}, seconds=BEGINNING)
        except BaseException:
            self.close()
            raise
        self.names = {spec, self.description["game"]}


class Rooms:
    """All places of a server."""

    def __init__(self, own: Own | None) -> None:
        self.own, self.common = own, Room()
        self.shelf = Shelf(first=[own.description] if own else [])

    def of(self, answers: Answers, ask: str, message: dict[str, Any]) -> Room | None:
        """Find the room of a question; None: here."""
        if ask in LOOKING:
            return self.own if answers.tree_elsewhere else None
        game = game_in(message) if ask == "open" else message.get("game")
        if self.own and isinstance(game, str) and game in self.own.names:
            return self.own
        return self.common if ask in answers.long and ask not in HERE else None

    async def answer(self, answers: Answers, ask: str, message: dict[str, Any]) -> Any:
        """Answer a short question."""
        room = self.of(answers, ask, message)
        if room is None:
            return await in_time(answers.short[ask], message)
        return await in_thread(lambda: room.ask(answers.page, ask, message, seconds=PATIENCE))

    async def begin(self, answers: Answers, ask: str, message: dict[str, Any]) -> tuple[Work, Searches]:
        """Prepare a long question, and say in which line it waits."""
        room, kernel = self.of(answers, ask, message), None
        if room is not self.own or room is None:
            work = await in_time(answers.long[ask], message)  # what makes no sense is refused before anybody waits
            kernel = await in_time(self.kernel, message)
        if ask == "tree":
            answers.tree_elsewhere = room is not None
        if room is None:
            return stepping_back(work), self.common.searches

        def elsewhere(stop: threading.Event, tell: Tell) -> Any:
            return room.ask(answers.page, ask, message, stop, tell, kernel=kernel)

        return elsewhere, room.searches

    def kernel(self, message: dict[str, Any]) -> Hashable:
        """Name what a search of a built-in game compiles."""
        algorithm = message.get("algorithm")
        known = algorithm in ALGORITHMS
        return message["game"], algorithm if known else default_name(self.shelf.find(message["game"]))

    def forget(self, answers: Answers) -> None:
        """Let nothing of a page be left."""
        for room in filter(None, (self.own, self.common)):
            room.forget(answers.page)

    def close(self) -> None:
        """End every process."""
        for room in filter(None, (self.own, self.common)):
            room.close()


async def in_time(function: Callable[[dict[str, Any]], Any], message: dict[str, Any]) -> Any:
    """Call this without holding up other pages, and not for ever."""
    try:
        return await asyncio.wait_for(asyncio.to_thread(function, message), PATIENCE)
    except TimeoutError:
        raise KibitzError(f"no answer within {PATIENCE:g} seconds; try again when less is asked") from None
