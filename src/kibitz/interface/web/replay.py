"""Games as a store has them: played again from the names of their moves, and shown."""

import threading
from collections.abc import Sequence
from typing import Any, TypeAlias

from kibitz.errors import KibitzError, OptionError
from kibitz.game import Game
from kibitz.interface.web.games import shown
from kibitz.interface.web.message import MOST_MOVES, text_in, whole_in
from kibitz.interface.web.shelf import Shelf
from kibitz.state import State

MOST_LINES = 16
"""The most games in one question."""
MOST_NUMBER = 10**9
Known: TypeAlias = tuple[str | None, State]
"""A game that was played before: the start as it was given, and the game."""


class Replays:
    """Plays games again; one that continues what was played before under its number costs only its new moves."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.known: dict[int, Known] = {}  # the last games, by number
        self.lock = threading.Lock()

    def shown(self, message: dict[str, Any]) -> list[dict[str, Any] | None]:
        """Return what a page shows of games in progress, without their legal moves; None for what is no game."""
        game, lines = self.shelf.find(text_in(message, "game")), message.get("lines")
        if not isinstance(lines, list) or len(lines) > MOST_LINES or not all(isinstance(line, dict) for line in lines):
            raise OptionError(f"lines must be a list of at most {MOST_LINES} objects")
        with self.lock:
            return [self.shown_line(game, line) for line in lines]

    def shown_line(self, game: Game[Any], line: dict[str, Any]) -> dict[str, Any] | None:
        """Return what a page shows of one game."""
        number, names = whole_in(line, "number", 0, MOST_NUMBER), names_in(line)
        start = text_in(line, "start") if line.get("start") is not None else None
        try:
            state = continued(game, start, names, self.known.pop(number, None))
        except KibitzError:  # a name that several moves have, or other rules than those it was played by
            return None
        self.known[number] = start, state
        if len(self.known) > MOST_LINES:
            del self.known[next(iter(self.known))]
        return shown(state) | {"legal": []}


def continued(game: Game[Any], start: str | None, names: Sequence[str], known: Known | None) -> State:
    """Return the game after these moves: what is known of it, if they continue that, or a new one."""
    if known and known[0] == start and known[1].game is game and known[1].names == names[: len(known[1].names)]:
        state = known[1]
    else:
        state = State(game, start)
    for name in names[len(state.names) :]:
        state.play(name)
    return state


def names_in(line: dict[str, Any]) -> list[str]:
    """Return the names of a game's moves."""
    names = line.get("names")
    if not isinstance(names, list) or len(names) > MOST_MOVES or not all(isinstance(name, str) for name in names):
        raise OptionError(f"names must be a list of at most {MOST_MOVES} names of moves")
    return names
