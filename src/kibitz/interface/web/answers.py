"""What a page may ask about games, and how it is answered: at once, or by a search that reports its progress."""

import itertools
import logging
import threading
from collections.abc import Callable
from typing import Any

from kibitz.errors import KibitzError
from kibitz.interface.web import lessons, records
from kibitz.interface.web.games import States, drawn, shown
from kibitz.interface.web.review import reviewing
from kibitz.interface.web.searches import Tell, Work
from kibitz.interface.web.shelf import Shelf, described
from kibitz.interface.web.thinking import Thinker, analyzing, preparing
from kibitz.interface.web.tree import Trees

log = logging.getLogger("uvicorn.error")
pages = itertools.count(1)


class Answers:
    """The answers to one page, which keep its game, its tree and its engine."""

    def __init__(self, shelf: Shelf) -> None:
        self.page = next(pages)
        states, thinker = States(shelf), Thinker()
        self.trees = Trees()
        self.tree_elsewhere = False  # the last tree was grown in the room of the user's own game
        self.short: dict[str, Callable[[dict[str, Any]], Any]] = {
            "games": lambda message: shelf.listed(),
            "describe": lambda message: described(shelf.given(), given=True),
            "state": lambda message: shown(states.read(message)),
            "draw": lambda message: shown(drawn(states.read(message), message)),
            "record": lambda message: records.written(states.read(message), message),
            "open": lambda message: records.opened(shelf, message),
            "children": self.trees.children,
            "steps": self.trees.steps,
            "lessons": lambda message: lessons.listed(),
            "lesson": lessons.checked,
        }
        self.long: dict[str, Callable[[dict[str, Any]], Work]] = {
            "think": lambda message: thinker.thinking(states.read(message), message),
            "analyze": lambda message: analyzing(shelf, message),
            "prepare": lambda message: preparing(states.read(message)),
            "review": lambda message: reviewing(states.read(message), message),
            "tree": lambda message: self.trees.growing(states.read(message), message),
            "audit": lambda message: self.trees.auditing(states.read(message), message),
        }

    def reply(self, ask: str, message: dict[str, Any], stop: threading.Event, tell: Tell) -> Any:
        """Return the answer to a question, however long it takes."""
        return self.short[ask](message) if ask in self.short else self.long[ask](message)(stop, tell)


def words_of(error: Exception) -> str:
    """Return an error in words; one of kibitz itself is also logged."""
    if isinstance(error, KibitzError):
        return str(error)
    log.error("a question could not be answered", exc_info=error)
    return f"internal error: {type(error).__name__}: {error}"
