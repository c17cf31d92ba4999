"""What a page may ask about games, and how it is answered: at once, or by a search that reports its progress."""

import itertools
import logging
import threading
from collections.abc import Callable
from typing import Any

from kibitz.errors import KibitzError
from kibitz.interface.web import records
from kibitz.interface.web.gallery import pictured
from kibitz.interface.web.games import States, drawn, rules_of
from kibitz.interface.web.lessons import Lessons
from kibitz.interface.web.message import text_in
from kibitz.interface.web.replay import Replays
from kibitz.interface.web.results import Stores
from kibitz.interface.web.review import reviewing
from kibitz.interface.web.searches import Tell, Work
from kibitz.interface.web.shelf import Shelf, described
from kibitz.interface.web.thinking import Thinker, analyzing, preparing
from kibitz.interface.web.tree import Trees
from kibitz.page import glossary

log = logging.getLogger("uvicorn.error")
pages = itertools.count(1)


class Answers:
    """The answers to one page, which keep its game, its tree and its engine.

    stores: those of the server; in other processes there are none.
    """

    def __init__(self, shelf: Shelf, lessons: Lessons | None = None, stores: Stores | None = None) -> None:
        lessons = lessons or Lessons()
        self.page = next(pages)
        states, thinker = States(shelf), Thinker()
        self.trees = Trees()
        self.tree_elsewhere = False  # the last tree was grown in the room of the user's own game
        self.short: dict[str, Callable[[dict[str, Any]], Any]] = {
            "games": lambda message: shelf.listed(),
            "describe": lambda message: describing(shelf, message),
            "rules": lambda message: rules_of(shelf.find(text_in(message, "game"))),
            "picture": lambda message: pictured(shelf.find(text_in(message, "game")), message.get("dark") is True),
            "state": lambda message: states.shown(states.read(message)),
            "draw": lambda message: states.shown(drawn(states.read(message), message)),
            "record": lambda message: records.written(states.read(message), message),
            "open": lambda message: records.opened(shelf, message),
            "replay": Replays(shelf).shown,
            "children": self.trees.children,
            "steps": self.trees.steps,
            "page": self.trees.page,
            "glossary": lambda message: [entry._asdict() for entry in glossary.entries()],
            "lessons": lessons.listed,
            "lesson": lessons.told,
            "answer": lessons.checked,
            "solution": lessons.solved,
            **(stores.questions if stores else {}),
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


def describing(shelf: Shelf, message: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a game with its parameters; without a name, of the command line's."""
    if message.get("game") is None:
        return described(shelf.given(), given=True)
    return described(shelf.find(text_in(message, "game")))


def words_of(error: Exception) -> str:
    """Return an error in words; one of kibitz itself is also logged."""
    if isinstance(error, KibitzError):
        return str(error)
    log.error("a question could not be answered", exc_info=error)
    return f"internal error: {type(error).__name__}: {error}"
